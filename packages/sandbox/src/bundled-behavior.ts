import { behavior as validated } from 'sandbox-behavior';
import type { BundledBehavior, Statuses } from 'tools-document';

/** The parts of `openapi/management.behavior.yaml` that the build bundles after it has validated the file. */
export const behavior: BundledBehavior = validated;

/** Returns whether a list contains a status or the range of the status: 204 is in the range `2XX`. */
export const includesStatus = (statuses: Statuses, status: number): boolean =>
  statuses.includes(status) || statuses.includes(`${String(status)[0]}XX`);

import { behavior as validated } from 'sandbox-behavior';
import type { Behavior, Statuses } from './behavior-schema.js';

/** The content of `openapi/management.behavior.yaml`, which the build validates and bundles. */
export const behavior: Behavior = validated;

/** Whether a status is listed, as a code or by its range: `2XX` contains 204. */
export const includesStatus = (statuses: Statuses, status: number): boolean =>
  statuses.includes(status) || statuses.includes(`${String(status)[0]}XX`);

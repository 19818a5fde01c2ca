import { behavior as validated } from 'sandbox-behavior';
import type { Behavior, Statuses } from './behavior-schema.js';

/** The behavior that the OpenAPI document does not show; the build validates it. */
export const behavior: Behavior = validated;

/** Whether a status is one of the codes, or in one of the ranges. */
export const includesStatus = (statuses: Statuses, status: number): boolean =>
  statuses.includes(status) || statuses.includes(`${String(status)[0]}XX`);

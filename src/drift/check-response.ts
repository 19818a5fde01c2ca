import { responseChecks } from '#generated/response-checks.js';
import { compareResponse, type ObservedResponse } from '../../tools/document/src/run-time/compare-response.js';
import type { Drift } from '../../tools/document/src/run-time/difference.js';

/** Compares a response with the document of this client. */
export const checkResponse = (response: ObservedResponse): Drift[] => compareResponse(response, responseChecks);

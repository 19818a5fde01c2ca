/**
 * The facts that the source of the document states about the API. If OpenAPI requires something that the source does
 * not show, the section is `ours`, and the fact is a decision. For another document, delete this folder.
 */

import { authentication } from './authentication.ts';
import { decisions } from './decisions.ts';
import { failures } from './error-responses.ts';
import type { Fact } from './fact.ts';
import { endpoints } from './operations.ts';
import { resources } from './resource-fields.ts';
import { service } from './service.ts';
import { versioning } from './versioning.ts';

/** Every fact that the document encodes. */
export const facts: readonly Fact[] = [
  ...service,
  ...resources,
  ...endpoints,
  ...authentication,
  ...failures,
  ...versioning,
  ...decisions,
];

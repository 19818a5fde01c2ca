/**
 * The facts that the source of the document states about the API. If OpenAPI requires something that the source does
 * not show, the section is `ours`, and the fact is a decision. For another document, delete this folder and
 * `docs/facts.md`.
 */

import type { FactsTable } from 'tenant-management-document';
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

/** The table from which `npm run generate` writes `docs/facts.md`. */
export const table: FactsTable = {
  document: 'openapi/management.yaml',
  headings: [
    ['1', 'What the service does'],
    ['2.1', 'Token exchange profile'],
    ['2.2', 'MFA enrollment'],
    ['3', 'States and transitions'],
    ['4', 'Endpoints'],
    ['4.1', 'Get a token exchange profile'],
    ['4.2', 'Delete a token exchange profile'],
    ['4.3', 'Delete an MFA enrollment'],
    ['5', 'Authentication'],
    ['6', 'Events'],
    ['7', 'Errors'],
    ['8', 'Limits'],
    ['9', 'Versioning'],
    ['ours', 'Decisions that are not in the source'],
  ],
  checks: {
    'generated modules': {
      file: 'test/contract/facts/facts.test.ts',
      meaning: 'the facts test also compares the catalogue and the defaults of the client with the facts',
    },
    'contract tests': {
      file: 'test/contract/operations.test.ts',
      meaning:
        'these tests call each operation and compare each response with the document: status, class, body, header fields',
    },
    'rejection tests': {
      file: 'test/contract/undocumented-calls.test.ts',
      meaning:
        'these tests send calls that the document does not allow: without a token, with an unknown method, or to an unknown path',
    },
    'type tests': {
      file: 'test/types/client.test-d.ts',
      meaning: 'these tests do not compile if the types of the client differ from the document',
    },
    'sandbox tests': {
      file: 'packages/sandbox/test/access.test.ts',
      meaning: 'these tests call the sandbox, which requires the scopes of the document',
    },
    lint: { file: 'redocly.yaml', meaning: '`npm run lint:openapi` runs the rule whose name follows `lint:`' },
  },
  facts,
};

import { readDocument } from 'tools-document/read';
import { expect, test } from 'vitest';
import { untrueStatements } from '../../../scripts/generate/documented-statements.ts';
import { FIXTURE } from '../../support/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const document = await readDocument(FIXTURE.file);
document.paths['/users/{id}/guardian'] = { get: { operationId: 'get_guardian', responses: {} } };
const statementsOf = (text: string) => untrueStatements(temporaryFolder({ 'A.md': `Things\n\n${text}` }), document);

test.each([
  ['DELETE /guardian/enrollments/{id}, no GET /guardian/enrollments, only DELETE /guardian/enrollments', []],
  ['DELETE lacks scopes, DELETE lacks success-status, GET lacks query-parameters, ErrorBody lacks shape', []],
  ['TokenExchangeProfile lacks required-fields, API lacks events, X-RateLimit-Reset lacks unit', []],
  ['GET /guardian/enrollments/{id}', ['the document has no GET /guardian/enrollments/{id}']],
  ['no DELETE /guardian/enrollments/{id}', ['the document has DELETE /guardian/enrollments/{id}']],
  ['no GET /guardian', ['the document has GET /users/{id}/guardian']],
  ['no GET /guardian/enrollment', ['the document has no operation below /guardian/enrollment']],
  ['API lacks events, only DELETE /token-exchange-profiles', ['the document has GET /token-exchange-profiles/{id}']],
  ['get_profile lacks scopes', ['the document has no get_profile']],
  [
    'get_token-exchange-profiles_by_id lacks scopes',
    ['the document shows scopes of get_token-exchange-profiles_by_id'],
  ],
  ['GET lacks failure-statuses', ['the document shows failure-statuses of GET']],
  ['TokenExchangeProfile lacks shape', ['the document shows shape of TokenExchangeProfile']],
  ['API lacks pagination', ['the document shows pagination of API']],
])('a statement with the condition "%s" is untrue for the reasons %j', (condition, reasons) => {
  const statements = statementsOf(`Say <!--while ${condition}-->No\nthing.<!--/while-->`);
  expect(statements).toEqual(reasons.map((reason) => `A.md:3: "No thing." (${reason})`));
});

test.each([
  ['- A <!--while GET /a-->text', '"<!--while <condition>-->statement<!--/while-->"'],
  ['- A <!--while GET /a-->text<!--while GET /b-->text<!--/while-->', '"<!--while <condition>-->statement'],
  ['- <!--while GET /a-->text<!--/while-->', 'this line for itself'],
  ['- A <!--while GET a-->text<!--/while-->', 'the condition "GET a" must be "GET /path", "no GET /path"'],
])('the mark in "%s" is rejected with its file, its line and a remedy', (markdown, remedy) => {
  expect(() => statementsOf(markdown)).toThrow(/^A\.md:3: /);
  expect(() => statementsOf(markdown)).toThrow(remedy);
});

// The compiler checks this file; it never runs. Each line after @ts-expect-error must be a type error.
import type { paths } from 'tenant-management-client';
import { handlersFor } from './typed-handlers.ts';

const handle = handlersFor<paths>('https://acme.example.com/api/v2');
const PROFILE = '/token-exchange-profiles/{id}';

handle('get', PROFILE, ({ params }) => ({ status: 200, body: { id: params.id, name: 'Partner tokens' } }));
handle('delete', PROFILE, () => ({ status: 204 }));

// @ts-expect-error The document has no such path.
handle('get', '/token-exchange-profile/{id}', () => ({ status: 200, body: {} }));
// @ts-expect-error The document has no PATCH of this path.
handle('patch', PROFILE, () => ({ status: 200 }));
// @ts-expect-error The document has no such path parameter.
handle('get', PROFILE, ({ params }) => ({ status: 200, body: { id: params.profileId } }));
// @ts-expect-error The field is misspelt.
handle('get', PROFILE, () => ({ status: 200, body: { nmae: 'Partner tokens' } }));
// @ts-expect-error The field is a string.
handle('get', PROFILE, () => ({ status: 200, body: { id: 1 } }));
// @ts-expect-error The document shows no 503 for this operation.
handle('get', PROFILE, () => ({ status: 503 }));

/** The types of an operation with a request body, as openapi-typescript generates them. */
interface OtherPaths {
  '/notes': {
    post: {
      parameters: { path?: never };
      requestBody: { content: { 'application/json': { text: string } } };
      responses: { 201: { content: { 'application/json': { id: number } } } };
    };
  };
}
const handleOther = handlersFor<OtherPaths>('https://acme.example.com/api/v2');

export const readText = (): unknown =>
  handleOther('post', '/notes', ({ json }) => {
    json().then(({ text }) => text.trim());
    // @ts-expect-error The field is misspelt.
    json().then(({ txet }) => txet);
    return { status: 201, body: { id: 1 } };
  });

import type { TypedCalls } from '../../../../src/calls.ts';
import { same } from '../assertions.ts';
import type { operations, paths } from './types.js';

declare const calls: TypedCalls<paths>;
const path = { shelf_id: 'a', number: 1 };

// An operation has the parameters of its path item.
calls.GET('/shelves/{shelf_id}/books/{number}', { params: { path } });
calls.GET('/shelves/{shelf_id}/books/{number}', { params: { path, query: { language: 'fr' } } });
calls.GET('/shelves/{shelf_id}', { params: { path: { shelf_id: 'a' } } });
same<paths['/shelves/{shelf_id}/books/{number}']['parameters'], operations['read_book']['parameters']>(true);
same<operations['read_book']['parameters']['query'], { language?: string } | undefined>(true);
// @ts-expect-error
calls.GET('/shelves/{shelf_id}/books/{number}', { params: { path: { shelf_id: 'a' } } });
// @ts-expect-error
calls.GET('/shelves/{shelf_id}/books/{number}', { params: { path: { shelf_id: 'a', number: '1' } } });
// @ts-expect-error
calls.GET('/shelves/{shelf_id}/books/{number}');
// @ts-expect-error
calls.GET('/shelves/{shelf_id}', { params: { path: { id: 'a' } } });
// @ts-expect-error
calls.GET('/shelves/{id}', { params: { path: { id: 'a' } } });

// A parameter of an operation replaces the parameter of the path item with the same name.
calls.DELETE('/shelves/{shelf_id}/books/{number}', { params: { path, query: { language: 'de', force: true } } });
// @ts-expect-error
calls.DELETE('/shelves/{shelf_id}/books/{number}', { params: { path, query: { language: 'fr' } } });
// @ts-expect-error
calls.DELETE('/shelves/{shelf_id}/books/{number}', { params: { path } });
same<operations['delete_book']['parameters']['query'], { language: 'de' | 'en'; force?: boolean }>(true);
same<operations['delete_book']['parameters']['path'], typeof path>(true);
// @ts-expect-error
calls.GET('/shelves/{shelf_id}/books/{number}', { params: { path, query: { force: true } } });

// A path has only the methods of the document.
// @ts-expect-error
calls.DELETE('/shelves/{shelf_id}', { params: { path: { shelf_id: 'a' } } });

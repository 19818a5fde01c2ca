import { posix } from 'node:path';
import type { Behavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import {
  type DerivedOperation,
  deriveOperations,
  listOperations,
  type OperationEntry,
} from 'tools-document/operations';
import { commandOperations } from '../../packages/cli/derive/command-operations.ts';
import type { CommandOperation } from '../../packages/cli/src/command-operation.ts';
import { resourceTypes } from '../../packages/sandbox/derive/resource-types.ts';
import { code, plain } from './markdown.ts';

/** Folder of the reference in the project. The links to the pages of `docs` start in this folder. */
export const REFERENCE_FOLDER = 'site/src/content/docs/reference';

/** The parts of the behavior of the sandbox that the reference shows. */
export type ShownBehavior = Pick<Behavior, 'operations'>;

/** A document, and the places of its operations in the reference. */
export interface Reference {
  readonly document: OpenApiDocument;
  readonly behavior: ShownBehavior;
  readonly operations: readonly OperationEntry[];
  /** The document with the names of the schemas in the generated types. */
  readonly typed: OpenApiDocument;
  /** The operations of `typed`, and the commands, in the order of `operations`. */
  readonly typedOperations: readonly OperationEntry[];
  readonly commands: readonly CommandOperation[];
  readonly derived: readonly DerivedOperation[];
  /** The field with the id, by key of the resource. */
  readonly idFields: ReadonlyMap<string, string | undefined>;
  /** Slugs by operation id. */
  readonly operationSlugs: ReadonlyMap<string, string>;
}

/**
 * Creates the reference of a document.
 *
 * @param typed The document with the names of the schemas in the generated types.
 */
export function createReference(document: OpenApiDocument, behavior: ShownBehavior, typed: OpenApiDocument): Reference {
  const operations = listOperations(document);
  const operationSlugs = slugsOf(operations.map(({ id }) => id));
  return {
    ...{ document, behavior, operations, typed, operationSlugs },
    typedOperations: listOperations(typed),
    commands: commandOperations(document),
    derived: deriveOperations(document),
    idFields: new Map([...resourceTypes(document)].map(([key, { idField }]) => [key, idField])),
  };
}

/** The name of the group of an operation: its first tag, or the first segment of its path. */
export const groupOf = ({ path, operation }: OperationEntry): string =>
  groupName(operation.tags?.[0] ?? path.split('/').find((segment) => segment !== '') ?? '/');

/** Returns a name such as "Token exchange profiles" for `token-exchange-profiles`, and any other name unchanged. */
export const groupName = (tag: string): string =>
  /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(tag) ? tag[0]?.toUpperCase() + tag.slice(1).replaceAll(/[-_]/g, ' ') : tag;

/** Links from the pages of one folder of the reference. */
export interface Links {
  /** Returns a link to an operation. The text of the link is the title of the operation. */
  operation(entry: OperationEntry): string;
  /** Returns the path of another page of the reference, such as `index.md`. */
  page(path: string): string;
  /** Returns the path of a page of `docs`, such as `tokens.md#after-a-401`. */
  guide(page: string): string;
}

/**
 * Creates the links from the pages of a folder.
 *
 * @param folder Folder in the reference, such as `operations`; an empty string for the reference itself.
 */
export function linksFrom({ operationSlugs }: Reference, folder: string): Links {
  const page = (path: string) => posix.relative(posix.join('/', folder), posix.join('/', path));
  return {
    operation: (entry) => `[${plain(titleOf(entry))}](${page(`operations/${operationSlugs.get(entry.id)}.md`)})`,
    page,
    guide: (path) => posix.relative(posix.join('/', REFERENCE_FOLDER, folder), posix.join('/docs', path)),
  };
}

/** The title of an operation: its summary, or else its id. */
export const titleOf = ({ id, operation }: OperationEntry): string => operation.summary?.trim() || id;

/** Writes the method and the path of an operation as code. */
export const callOf = ({ method, path }: OperationEntry): string => code(`${method} ${path}`);

/** Names that a file must not have: a file `index.md` is the page of its folder. */
const RESERVED = ['', 'index'];

/**
 * Returns a slug for each id: lower-case letters, digits, `-` and `_`. If several ids have the same slug, the others get
 * a number, so that the slugs differ even if the file system ignores case.
 */
export function slugsOf(ids: readonly string[]): Map<string, string> {
  const used = new Set(RESERVED);
  const slugs = ids.map((id): [string, string] => {
    const plain = plainSlug(id);
    let slug = plain;
    for (let number = 2; used.has(slug); number += 1) slug = `${plain}-${number}`;
    used.add(slug);
    return [id, slug];
  });
  return new Map(slugs);
}

/** Converts an id to lower case. Words in camel case are separated: `listUsers` becomes `list-users`. */
const plainSlug = (id: string): string =>
  id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');

import type { Behavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import {
  accessOf,
  type DerivedOperation,
  type OperationEntry,
  requiredScopes,
  templateOf,
} from 'tools-document/operations';
import { negativeCases, requestFields, type SampleCall } from 'tools-document/samples';
import { createAjv } from 'tools-document/validation';
import { type Candidate, SITUATIONS } from '../situations.ts';
import { unknownId } from '../unknown-id.ts';

const ajv = createAjv();

export type ValidCall = Pick<SampleCall, 'params' | 'body'>;

/** The facts from which the situations of an operation are derived. */
export interface SimulatedOperation {
  readonly document: OpenApiDocument;
  readonly entry: OperationEntry;
  /** The operation as the sandbox derives it from the document. */
  readonly derived: DerivedOperation;
  /** All derived operations of the document. */
  readonly all: readonly DerivedOperation[];
  readonly behavior: Behavior;
  /** The sample call, perhaps with the path parameters of an item of the sandbox. */
  readonly call: ValidCall;
}

/** Lists the situations that the sandbox can simulate for an operation, with the statuses of its responses. */
export function sandboxSituations(operation: SimulatedOperation): Candidate[] {
  const { document, entry, derived, behavior } = operation;
  const { failures } = behavior.api;
  const assumed = behavior.operations[entry.id] ?? {};
  const success = assumed.success?.status ?? derived.success.status;
  const missing = assumed.missing?.status ?? 404;
  const scopes = requiredScopes(document, entry.operation) ?? assumed.scopes?.any.map((scope) => [scope]) ?? [];
  const { needsToken } = accessOf(document, entry);
  const situation = (isPossible: boolean, kind: keyof typeof SITUATIONS, status: number): Candidate[] =>
    isPossible ? [{ kind, when: SITUATIONS[kind], statuses: [String(status)] }] : [];
  return [
    ...situation(true, 'bearerToken', success),
    ...situation(needsToken, 'clientCredentials', success),
    ...requestFields(document, entry, operation.call.body)
      .filter(({ isPresent }) => !isPresent)
      .map(({ path, further }) => ({ when: `a body with ${path}`, call: { body: further() } }))
      .filter(({ call }) => call.body !== undefined)
      .map((further): Candidate => ({ kind: 'bearerToken', statuses: [String(success)], ...further })),
    ...situation(true, 'unknownQueryParameter', failures.unknownQueryParameter.status),
    ...negativeCases(document, entry).map(({ when, place, value, call }): Candidate => {
      const { params, body } = call;
      const failure = place === 'body' && value === undefined ? 'missingBody' : INVALID[place];
      const { path } = place === 'path' ? params : operation.call.params;
      return {
        kind: 'invalidRequest',
        when,
        statuses: [String(failures[failure].status)],
        call: { params: { ...params, path }, ...(body !== undefined && { body }) },
      };
    }),
    ...situation(needsToken, 'notJwt', failures.notJwt.status),
    ...situation(needsToken, 'invalidSignature', failures.invalidSignature.status),
    ...situation(needsToken, 'notGlobal', failures.notGlobal.status),
    ...situation(needsToken, 'expiredToken', failures.expiredToken.status),
    ...situation(
      needsToken && scopes.length > 0 && scopes.every((list) => list.length > 0),
      'withoutScope',
      failures.insufficientScope.status,
    ),
    ...situation(unknownPath(operation) !== undefined, 'unknownId', missing),
    ...situation(deletionOf(operation) !== undefined, 'deletedId', missing),
    ...situation(hasConflict(operation), 'conflict', failures.conflict.status),
    ...situation(true, 'rateLimit', failures.tooManyRequests.status),
  ];
}

/** The failure that an invalid value in a request causes, by the place of this value. */
const INVALID = {
  path: 'invalidPath',
  query: 'invalidQuery',
  header: 'invalidHeader',
  cookie: 'invalidHeader',
  body: 'invalidBody',
} as const;

/** Kinds of operations that fail if the item or the singleton does not exist. */
const NEED_ITEM = ['read', 'update', 'delete', 'readSingleton', 'updateSingleton', 'deleteSingleton'];

/** Whether an operation needs an existing item. A PUT needs one only if another operation creates the items. */
const needsItem = ({ derived: { kind, resource }, all }: SimulatedOperation): boolean =>
  NEED_ITEM.includes(kind) ||
  (kind === 'replace' && all.some((other) => other.kind === 'create' && other.resource === resource));

/** Whether a second creation with the same body fails, because the body contains a unique field. */
const hasConflict = ({ derived: { kind, id }, behavior, call: { body } }: SimulatedOperation): boolean =>
  kind === 'create' &&
  behavior.operations[id]?.unique?.fields.some((name) => Object.hasOwn(Object(body), name)) === true;

/** Returns path parameters with the id of an item that does not exist; `undefined` if this is not possible. */
export function unknownPath(operation: SimulatedOperation): Readonly<Record<string, unknown>> | undefined {
  const { derived, entry, call } = operation;
  const { path } = call.params;
  const name = derived.idParameter ?? derived.outerNames.at(-1);
  const parameter = entry.parameters.find((one): boolean => one.in === 'path' && one.name === name);
  if (!needsItem(operation) || name === undefined || parameter === undefined || isEverywhere(operation))
    return undefined;
  // The schema can refer to components.
  const schema = { ...parameter.schema, components: operation.document.components };
  const id = unknownId(path[name], (one) => ajv.validate(schema, one));
  return id === undefined ? undefined : { ...path, [name]: id };
}

/** Whether a singleton exists below every id: no operation creates or deletes it, or is about the items above it. */
function isEverywhere({ derived, all }: SimulatedOperation): boolean {
  const outer = templateOf(derived.path.slice(0, derived.path.lastIndexOf('}') + 1));
  return (
    derived.idParameter === undefined &&
    !all.some(({ kind, resource }) => resource === derived.resource && /^(create|delete)/.test(kind)) &&
    !all.some(({ kind, path }) => kind !== 'sample' && templateOf(path) === outer)
  );
}

/** Returns the operation that deletes the item or the singleton on which another operation depends. */
export function deletionOf(operation: SimulatedOperation): DerivedOperation | undefined {
  const { derived, all } = operation;
  if (!needsItem(operation)) return undefined;
  return all.find(
    ({ kind, resource }) => resource === derived.resource && (kind === 'delete' || kind === 'deleteSingleton'),
  );
}

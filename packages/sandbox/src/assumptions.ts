import type { BundledOperation, Missing } from './bundled-document.js';
import { behavior } from './document.js';
import type { OperationRules } from './engine/call.js';
import { documentedStatus, isShown } from './response-conformance.js';

/** The scopes and the rules of an operation, with the option `assume` or without it. */
export interface EffectiveOperation {
  /** Alternative lists of scopes: a token needs all scopes of one list. */
  readonly scopes: readonly (readonly string[])[];
  /** `undefined` if `assume` is `false` and the document does not show the success response. */
  readonly rules: OperationRules | undefined;
}

const NOT_FOUND = 404;
const CREATED = 201;
const NO_CONTENT = 204;
const { notAssumed } = behavior.api.failures;

/**
 * Returns the scopes and the rules of an operation in one sandbox. They come from the document and, if `assume` is
 * `true`, from the behavior file.
 */
export function effectiveOperation(operation: BundledOperation, assume: boolean): EffectiveOperation {
  const { method, path, status, documented, scopes, assumed } = operation;
  if (!assume) {
    const message = notAssumed.message.replace('{method}', method).replace('{path}', path);
    const missing = documented.includes(NOT_FOUND) ? { status: NOT_FOUND } : { status: notAssumed.status, message };
    const rules = documented.includes(status)
      ? { status, showsItem: false, missing, unique: [], effect: undefined }
      : undefined;
    return { scopes: scopes ?? [], rules };
  }
  return {
    scopes: scopes ?? (assumed.scopes ?? []).map((scope) => [scope]),
    rules: {
      status: assumed.success?.status ?? status,
      showsItem: isUnnamed(operation),
      missing: assumed.missing ?? missingOf(operation),
      unique: assumed.unique ?? [],
      effect: assumed.effect,
    },
  };
}

/** Whether the response to the creation of an item has no documented body, so that the caller cannot know the id. */
const isUnnamed = ({ kind, status, content }: BundledOperation): boolean =>
  kind === 'create' && status === CREATED && content === undefined;

/**
 * Returns the response if an item does not exist. A deletion whose 404 the document does not show succeeds, because the
 * item does not exist afterwards.
 */
function missingOf(operation: BundledOperation): Missing {
  const status = documentedStatus(operation, NOT_FOUND);
  const isDeletion = operation.kind === 'delete' || operation.kind === 'deleteSingleton';
  if (!isDeletion || isShown(operation, NOT_FOUND)) return { status };
  return { status: operation.documented.includes(NO_CONTENT) ? NO_CONTENT : operation.status };
}

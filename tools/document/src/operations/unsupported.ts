import type { OpenApiDocument, OperationObject, Parameter } from '../model/openapi-document.ts';
import { jsonOf } from './media-type.ts';
import { listOperations, type OperationEntry, WITHOUT_BODY } from './operations.ts';
import { isIgnored, parameterFinding } from './parameter-support.ts';
import { isBearer } from './security.ts';

/** A feature that an operation requires but the client does not support. */
interface Finding {
  readonly feature: string;
  /** How to describe or send a part that the client cannot write. */
  readonly remedy?: string;
  /** The part of the operation that the client cannot write, such as `request body`. */
  readonly part?: string;
  /** Whether the client cannot call the operation. */
  readonly isBlocking: boolean;
}

/** Lists the parameters and the request bodies that the client cannot write, each with its operation and a remedy. */
export const listUnwritable = (document: OpenApiDocument): string[] =>
  listOperations(document).flatMap((entry) =>
    operationFindings(document, entry)
      .filter(({ part }) => part !== undefined)
      .map(({ part, feature, remedy }) => `${entry.method} ${entry.path}, ${part}: no ${feature}; ${remedy}`),
  );

/** Returns the feature that an operation requires but the client does not support, such as `TRACE operations`. */
export const unsupportedFeature = (document: OpenApiDocument, operation: OperationEntry): string | undefined =>
  operationFindings(document, operation).find(({ isBlocking }) => isBlocking)?.feature;

/** Returns why the client cannot call an operation, such as `the client does not support TRACE operations`. */
export function uncallable(document: OpenApiDocument, operation: OperationEntry): string | undefined {
  const feature = unsupportedFeature(document, operation);
  return feature && `the client does not support ${feature}`;
}

/**
 * Returns what callers must send, but the command line cannot send: a header field, or a body that is not JSON.
 *
 * @param isSent Whether callers send the body.
 */
export function unsendable(
  parameters: readonly Parameter[],
  body: OperationObject['requestBody'],
  isSent = body?.required === true,
): string | undefined {
  const header = parameters.find((one) => one.in === 'header' && one.required && !isIgnored(one));
  if (header !== undefined) return `the header field ${header.name}`;
  return body && isSent && jsonOf(body.content) === undefined ? Object.keys(body.content).join(' or ') : undefined;
}

function operationFindings(document: OpenApiDocument, entry: OperationEntry): Finding[] {
  const { method, path, parameters, operation } = entry;
  return [
    ...(method === 'TRACE' ? [{ feature: 'TRACE operations', isBlocking: true }] : []),
    ...(/[#?]/.test(path) ? [{ feature: 'paths with # or ?', isBlocking: true }] : []),
    // A URL parser removes such a segment with the segment before it, so that the path is that of another resource.
    ...(path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
      ? [{ feature: 'paths with the segments "." or ".."', isBlocking: true }]
      : []),
    ...(WITHOUT_BODY.includes(method) && operation.requestBody !== undefined
      ? [
          {
            feature: `request bodies of ${method} operations`,
            remedy: 'use POST or remove the body: `fetch` cannot send it',
            part: 'request body',
            isBlocking: operation.requestBody.required === true,
          },
        ]
      : []),
    ...parameters.flatMap((parameter) => {
      const finding = parameterFinding(document, parameter);
      return finding === undefined ? [] : [{ ...finding, isBlocking: parameter.required === true }];
    }),
    ...(parameters.some(({ in: place, name }) => place === 'path' && !path.includes(`{${name}}`))
      ? [{ feature: 'path parameters that the path does not contain', isBlocking: true }]
      : []),
    ...([...path.matchAll(/\{([^}]+)\}/g)].some(
      ([, name]) => !parameters.some((one) => one.in === 'path' && one.name === name),
    )
      ? [{ feature: 'paths with parameters that are not declared', isBlocking: true }]
      : []),
    ...securityFindings(document, operation),
  ];
}

/**
 * Returns the findings for the security of an operation. If at least one alternative needs only a bearer token, the
 * list is empty.
 */
function securityFindings({ security = [], components }: OpenApiDocument, operation: OperationObject): Finding[] {
  const alternatives = (operation.security ?? security).map((requirement) =>
    Object.keys(requirement).flatMap((name): Finding[] => {
      const scheme = components?.securitySchemes?.[name];
      if (scheme === undefined || isBearer(scheme)) return [];
      const kind = [scheme.type, scheme.scheme ?? []].flat().join(' ');
      return [{ feature: `the security scheme ${kind}`, isBlocking: true }];
    }),
  );
  return alternatives.some((findings) => findings.length === 0) ? [] : alternatives.flat();
}

import { listOperations, type OpenApiDocument, type Operation, type OperationEntry } from './document.ts';
import { parameterFinding } from './parameter-support.ts';
import { WITHOUT_BODY } from './samples/sample.ts';

/** A feature that an operation requires but the client does not support. */
interface Finding {
  readonly feature: string;
  /** How to describe or send a part that the client cannot write. */
  readonly remedy?: string;
  /** The part of the operation that the client cannot write, such as `request body`. */
  readonly place?: string;
  /** Whether the client cannot call the operation. */
  readonly isBlocking: boolean;
  /** Whether a `fetch` function can add the credentials, so that the client can call the operation with it. */
  readonly needsFetch?: boolean;
}

/** Keywords of OpenAPI that only this module reads. */
interface Scheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

/** Lists the parameters and the request bodies that the client cannot write, each with its operation and a remedy. */
export const listUnwritable = (document: OpenApiDocument): string[] =>
  listOperations(document).flatMap((entry) =>
    operationFindings(document, entry)
      .filter(({ place }) => place !== undefined)
      .map(({ place, feature, remedy }) => `${entry.method} ${entry.path}, ${place}: no ${feature}; ${remedy}`),
  );

/** Returns why the client cannot call an operation, such as `the client does not support TRACE operations`. */
export function uncallable(document: OpenApiDocument, operation: OperationEntry): string | undefined {
  return reasonOf(operationFindings(document, operation).find(({ isBlocking }) => isBlocking));
}

/** Returns why the client cannot call an operation, even with a `fetch` function that adds the credentials. */
export function uncallableWithFetch(document: OpenApiDocument, operation: OperationEntry): string | undefined {
  const findings = operationFindings(document, operation);
  return reasonOf(findings.find(({ isBlocking, needsFetch }) => isBlocking && !needsFetch));
}

const reasonOf = (finding: Finding | undefined): string | undefined =>
  finding && `the client does not support ${finding.feature}`;

function operationFindings(document: OpenApiDocument, entry: OperationEntry): Finding[] {
  const { method, path, parameters, operation } = entry;
  return [
    ...(method === 'TRACE' ? [{ feature: 'TRACE operations', isBlocking: true }] : []),
    ...(/[#?]/.test(path)
      ? [
          {
            feature: 'paths with # or ?',
            isBlocking: true,
          },
        ]
      : []),
    ...(WITHOUT_BODY.includes(method) && operation.requestBody !== undefined
      ? [
          {
            feature: `request bodies of ${method} operations`,
            remedy: '`fetch` cannot send them',
            place: 'request body',
            isBlocking: operation.requestBody.required === true,
          },
        ]
      : []),
    ...parameters.flatMap((parameter) => {
      const finding = parameterFinding(document, parameter);
      return finding === undefined ? [] : [{ ...finding, isBlocking: parameter.required === true }];
    }),
    ...(parameters.some(({ in: place, name }) => place === 'path' && !path.includes(`{${name}}`))
      ? [
          {
            feature: 'path parameters that the path does not contain',
            isBlocking: true,
          },
        ]
      : []),
    ...([...path.matchAll(/\{([^}]+)\}/g)].some(
      ([, name]) => !parameters.some((one) => one.in === 'path' && one.name === name),
    )
      ? [
          {
            feature: 'paths with parameters that are not declared',
            isBlocking: true,
          },
        ]
      : []),
    ...securityFindings(document, operation),
  ];
}

const TWO_CREDENTIALS: Finding = {
  feature: 'HTTP basic authentication together with a bearer token',
  isBlocking: true,
};

/**
 * Returns the findings for the security of an operation. If at least one alternative needs only a bearer token, the
 * list is empty.
 */
function securityFindings({ security = [], components }: OpenApiDocument, operation: Operation): Finding[] {
  const alternatives = (operation.security ?? security).map((requirement) => {
    const schemes = Object.keys(requirement).map((name): Scheme | undefined => components?.securitySchemes?.[name]);
    if (schemes.some(isBasic) && schemes.some(isBearer)) return [TWO_CREDENTIALS];
    return schemes.flatMap((scheme) => schemeFinding(scheme) ?? []);
  });
  const possible = alternatives.filter((findings) => !findings.includes(TWO_CREDENTIALS));
  if (alternatives.length > 0 && possible.length === 0) return [TWO_CREDENTIALS];
  return possible.some((findings) => findings.length === 0) ? [] : possible.flat();
}

const isBasic = (scheme: Scheme | undefined): boolean => scheme?.scheme?.toLowerCase() === 'basic';
const isBearer = (scheme: Scheme | undefined): boolean =>
  scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect' || scheme?.scheme?.toLowerCase() === 'bearer';

/** Returns the finding for a scheme that needs credentials that no header field of the client contains. */
function schemeFinding(scheme: Scheme | undefined): Finding | undefined {
  if (scheme === undefined || isBearer(scheme)) return undefined;
  const { type, in: place } = scheme;
  if (type === 'apiKey' && place === 'header') return undefined;
  const httpScheme = scheme.scheme?.toLowerCase();
  const feature = type === 'apiKey' ? `apiKey in a ${place}` : httpScheme === undefined ? type : `http ${httpScheme}`;
  const needsFetch = type === 'apiKey' || httpScheme === 'basic';
  return { feature: `security scheme ${feature}`, isBlocking: true, needsFetch };
}

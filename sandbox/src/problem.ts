/** A problem in a value, with its place. */
export interface Problem {
  /** From the root, such as `['profiles', 0, 'name']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** An error of ajv: its documented fields that are used here. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A problem as one line: `profiles[0].name: must NOT have fewer than 3 characters`. */
export function formatProblem(root: string, { path, message }: Problem): string {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return `${place.slice(1) || root}: ${message}`;
}

/** Turns an error of ajv into a problem at the field that is wrong. */
export function problemOf({ instancePath, keyword, params, message = 'is not valid' }: SchemaError): Problem {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (keyword === 'additionalProperties') {
    return { path: [...path, String(params['additionalProperty'])], message: 'is not a known field' };
  }
  if (keyword === 'required') return { path: [...path, String(params['missingProperty'])], message: 'is required' };
  if (keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    return { path, message: `must be ${params['allowedValues'].join(' or ')}` };
  }
  return { path, message };
}

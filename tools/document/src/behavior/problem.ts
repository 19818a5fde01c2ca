/** A problem at one place in a value. */
export interface Problem {
  /** The keys from the root to the invalid place, such as `['profiles', 0, 'name']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The fields of an ajv error that the sandbox reads. */
export interface SchemaError {
  /** Name of the field if the keyword applies to the names of fields. */
  readonly propertyName?: string;
  readonly instancePath: string;
  readonly keyword: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/**
 * Formats a problem as one line, such as `profiles[0].name: must NOT have fewer than 3 characters`.
 *
 * @param root Name of the whole value. The line starts with this name if the problem is at the root.
 */
export function formatProblem(root: string, { path, message }: Problem): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return `${text.replace(/^\./, '') || root}: ${message}`;
}

/** Converts an ajv error to a problem. The path of a missing or unknown field includes the name of the field. */
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

/** A validator that the build has compiled. */
export type BundledValidator = ((value: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };

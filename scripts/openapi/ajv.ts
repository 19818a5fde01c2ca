import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/**
 * Compiles a `pattern`. JSON Schema recommends the `u` flag (draft 2020-12, 6.4); public documents have patterns that
 * are valid only without it, such as `[\w-.]`.
 */
const compilePattern = Object.assign(
  (pattern: string): RegExp => {
    try {
      return new RegExp(pattern, 'u');
    } catch {
      return new RegExp(pattern);
    }
  },
  // Source code of this function for standalone validators.
  { code: '((pattern)=>{try{return new RegExp(pattern,"u")}catch{return new RegExp(pattern)}})' },
);

/** Creates a validator of JSON Schema 2020-12 that ignores unknown keywords and unknown formats. */
export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    unicodeRegExp: false,
    ...options,
    code: { ...options.code, regExp: compilePattern },
  });
  formats.default(ajv);
  return ajv;
}

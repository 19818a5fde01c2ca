import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { strictFormats } from './formats.ts';

/**
 * Compiles a `pattern`. JSON Schema recommends the `u` flag (draft 2020-12, 6.4); but public documents have patterns
 * that are valid only without this flag, such as `[\w-.]`. A pattern that JavaScript cannot compile, such as `(?i)a`,
 * accepts every string, because ajv would otherwise reject the whole document. The module unsupported.ts lists these
 * patterns.
 */
export const compilePattern = Object.assign(
  (pattern: string): RegExp => {
    for (const flags of ['u', '']) {
      try {
        return new RegExp(pattern, flags);
      } catch {}
    }
    return /(?:)/;
  },
  // The same function as source code, for standalone validators.
  {
    code: '((pattern)=>{for(const flags of ["u",""])try{return new RegExp(pattern,flags)}catch{}return/(?:)/})',
  },
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
  const { url, 'date-time': dateTime } = strictFormats(fullFormats);
  return ajv.addFormat('url', url).addFormat('date-time', dateTime);
}

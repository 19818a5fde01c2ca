import {
  isIgnored,
  listOperations,
  type OpenApiDocument,
  type Parameter,
  parameterStyle,
} from 'tenant-management-document';
import { operationHash } from '../../src/operation-hash.ts';
import { operationModulus } from './operation-modulus.ts';

/** Returns the key of a parameter in the generated styles. Names of header fields are not case-sensitive. */
const keyOf = ({ in: place, name }: Parameter): string => `${place}.${place === 'header' ? name.toLowerCase() : name}`;

/** Lists the parameters of each operation that need a style: arrays, objects, and scalars in an unusual style. */
const styledParameters = (document: OpenApiDocument) =>
  listOperations(document).map(({ method, path, parameters }) => ({
    method,
    path,
    styles: parameters.flatMap((parameter) => {
      const style = isIgnored(parameter) ? undefined : parameterStyle(document, parameter);
      return style === undefined ? [] : [`${JSON.stringify(keyOf(parameter))}: '${style}'`];
    }),
  }));

/** Returns the number of parameters that need a style. */
export const countStyled = (document: OpenApiDocument): number =>
  styledParameters(document).flatMap(({ styles }) => styles).length;

/**
 * Returns the source of the module `parameter-styles.ts`. If no parameter needs a style, the module imports only a type,
 * so that bundles do not contain the code that writes styles.
 */
export function parameterStylesModule(document: OpenApiDocument): string {
  const modulus = operationModulus(document);
  const entries = styledParameters(document)
    .filter(({ styles }) => styles.length > 0)
    .map(
      ({ method, path, styles }) =>
        `  // ${method} ${path}\n  ${operationHash(method, path, modulus)}: { ${styles.join(', ')} },\n`,
    );
  const [imports, writer] =
    entries.length === 0
      ? ['type { WriteParameters }']
      : ['{ parameterWriter, type WriteParameters }', `parameterWriter(${modulus}, {\n${entries.join('')}})`];
  return `import ${imports} from '../options/parameter-styles.js';

/** Writes arrays, objects, and scalars in an unusual style. Keys are hashes of operations. */
export const writeParameters: WriteParameters | undefined = ${writer};
`;
}

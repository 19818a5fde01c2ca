import { isIgnored, listOperations, type OpenApiDocument, parameterStyle } from 'tenant-management-document';
import { operationHash } from '../../src/operation-hash.ts';
import { operationModulus } from './operation-modulus.ts';

/** Lists the parameters of each operation that have another style than the usual style of their place. */
const styledParameters = (document: OpenApiDocument) =>
  listOperations(document).map(({ method, path, parameters }) => ({
    method,
    path,
    styles: parameters.flatMap((parameter) => {
      const style = isIgnored(parameter) ? undefined : parameterStyle(document, parameter);
      return style === undefined ? [] : [`${JSON.stringify(`${parameter.in}.${parameter.name}`)}: '${style}'`];
    }),
  }));

/** Returns the number of parameters with a style that differs from the usual style of their place. */
export const countStyled = (document: OpenApiDocument): number =>
  styledParameters(document).flatMap(({ styles }) => styles).length;

/**
 * Returns the source of the module `parameter-styles.ts`. If no parameter has an unusual style, the module imports only a
 * type, so that bundles do not contain the code that writes styles.
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

/** Writes parameters in a style that differs from the usual style of their place. Keys are hashes of operations. */
export const writeParameters: WriteParameters | undefined = ${writer};
`;
}

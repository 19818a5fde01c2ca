import { listOperations, type OpenApiDocument, parameterStyle } from 'tenant-management-document';
import { operationHash } from '../../src/operation-hash.ts';
import { operationModulus } from './operation-modulus.ts';

/** Returns the number of parameters with a style that differs from the usual style of their place. */
export const countStyled = (document: OpenApiDocument): number =>
  listOperations(document).flatMap(({ parameters }) =>
    parameters.filter((parameter) => parameterStyle(document, parameter) !== undefined),
  ).length;

/**
 * Returns the source of the module `parameter-styles.ts`. Without parameters that have an unusual style, it imports only
 * a type, so that bundles do not contain the code that writes them.
 */
export function parameterStylesModule(document: OpenApiDocument): string {
  const modulus = operationModulus(document);
  const entries = listOperations(document).flatMap(({ method, path, parameters }) => {
    const styles = parameters.flatMap((parameter) => {
      const style = parameterStyle(document, parameter);
      return style === undefined ? [] : [`${JSON.stringify(`${parameter.in}.${parameter.name}`)}: '${style}'`];
    });
    if (styles.length === 0) return [];
    return [`  // ${method} ${path}\n  ${operationHash(method, path, modulus)}: { ${styles.join(', ')} },\n`];
  });
  const [imports, writer] =
    entries.length === 0
      ? ['type { WriteParameters }']
      : ['{ parameterWriter, type WriteParameters }', `parameterWriter(${modulus}, {\n${entries.join('')}})`];
  return `import ${imports} from '../options/parameter-styles.js';

/** Writes parameters in a style that differs from the usual style of their place. Keys are hashes of operations. */
export const writeParameters: WriteParameters | undefined = ${writer};
`;
}

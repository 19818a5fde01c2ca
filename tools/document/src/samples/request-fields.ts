import type { OpenApiDocument } from '../model/openapi-document.ts';
import { jsonOf } from '../operations/media-type.ts';
import type { OperationEntry } from '../operations/operations.ts';
import { compareFields } from '../validation/schema-fields.ts';
import { validatorsOf } from '../validation/validators.ts';
import { validSample } from './valid-sample.ts';

/**
 * Returns the fields of a JSON request body. For an absent field, `further` returns the body with a sample of the field, or
 * `undefined` if the document does not allow the field together with the others.
 */
export function requestFields(document: OpenApiDocument, { operation }: OperationEntry, body: unknown) {
  const { schema = {} } = jsonOf(operation.requestBody?.content) ?? {};
  return compareFields(document, body, schema, 'request').map(({ path, isPresent, schemas, put }) => ({
    ...{ path, isPresent },
    further: () => {
      const accepts = validatorsOf(document, 'request').compile(schema);
      const samples = schemas.map((one) => validSample(document, 'request', one, undefined));
      return samples.flatMap((one) => (one === undefined ? [] : [put(one)])).find((one) => accepts(one));
    },
  }));
}

import type { ValidateFunction } from 'ajv/dist/2020.js';
import { groupBy } from '../../../../common/group-by.ts';
import type { OpenApiDocument, Parameter } from '../model/openapi-document.ts';
import { resolve } from '../model/resolve.ts';
import { jsonOf } from '../operations/media-type.ts';
import type { OperationEntry } from '../operations/operations.ts';
import { type InvalidValue, invalidValues, MEMBER_KEYWORDS } from '../validation/invalid-values.ts';
import { safeValidatorsOf } from '../validation/validators.ts';
import { type SampleCall, sampleCall } from './sample.ts';

/** A call that violates the document in one respect. */
export interface NegativeCase {
  /** The error, such as `a body whose name is missing`. */
  readonly when: string;
  /** The keyword of JSON Schema that the call violates, such as `required`. */
  readonly keyword: string;
  /** The value of the keyword, such as the pattern. */
  readonly limit: unknown;
  readonly place: Parameter['in'] | 'body';
  /** The invalid parameter or body; `undefined` if the parameter or body is missing. */
  readonly value: unknown;
  readonly call: SampleCall;
}

/**
 * Lists calls that the document does not allow. Each call differs from the sample call in one respect: it lacks a
 * required value, it has a value of a wrong type, it has a value outside its enum or bounds, or it has an undeclared
 * property that the schema forbids. The list is empty if the operation has no sample call.
 */
export function negativeCases(document: OpenApiDocument, entry: OperationEntry): NegativeCase[] {
  const call = sampleCall(document, entry);
  if (call.skipped !== undefined) return [];
  return [
    ...entry.parameters.flatMap((parameter) => parameterCases(document, parameter, call)),
    ...bodyCases(document, entry, call),
  ];
}

/** Whether the errors of a validator are about a keyword, or about a schema in it. */
const isReported = (keyword: string, { errors }: ValidateFunction): boolean =>
  errors?.some((error) => error.keyword === keyword || error.schemaPath.includes(`/${keyword}/`)) === true;

/**
 * Returns changed values that violate the schema according to ajv: one value for each path and error. The sandbox accepts
 * each text for a pattern that can block a process, so no value violates such a pattern.
 */
function rejectedValues(document: OpenApiDocument, schema: object, valid: unknown): InvalidValue[] {
  const validate = safeValidatorsOf(document, 'request').compile(schema);
  const values = invalidValues(schema, valid, (part) => resolve(document, part).value);
  const rejected = values.filter(
    ({ keyword, value }) => !validate(value) && (!MEMBER_KEYWORDS.includes(keyword) || isReported(keyword, validate)),
  );
  return [...groupBy(rejected, ({ path, error }) => `${path} ${error}`).values()].flatMap((same) => same.slice(0, 1));
}

function parameterCases(document: OpenApiDocument, parameter: Parameter, call: SampleCall): NegativeCase[] {
  const { name, in: place, required = false, schema } = parameter;
  if (place === 'cookie' || !(name in call.params[place])) return [];
  const { [name]: valid, ...others } = call.params[place];
  const callWith = (values: object): SampleCall => ({ ...call, params: { ...call.params, [place]: values } });
  const missing: NegativeCase = {
    when: `a missing ${place} parameter ${name}`,
    keyword: 'required',
    limit: true,
    place,
    value: undefined,
    call: callWith(others),
  };
  const invalid = schema === undefined ? [] : rejectedValues(document, schema, valid);
  return [
    // Without a path parameter, the URL would have another path.
    ...(required && place !== 'path' ? [missing] : []),
    ...invalid
      .filter(({ path, value }) => path === '' && isSendable(place, value, valid))
      .map(({ keyword, limit, error, value }) => ({
        when: `a ${place} parameter ${name} that ${error}`,
        keyword,
        limit,
        place,
        value,
        call: callWith({ ...others, [name]: value }),
      })),
  ];
}

/**
 * Whether an invalid value can be sent as a parameter. The value must not change the path, and must be a valid header
 * value.
 */
function isSendable(place: Parameter['in'], value: unknown, valid: unknown): boolean {
  // A text instead of a list would be valid, because a list with one item is sent like the item itself.
  if (typeof value !== 'string' || typeof valid === 'object')
    return typeof value === 'number' && typeof valid === 'number';
  if (place === 'query') return true;
  return /^[\x21-\x7E]+$/.test(value) && !/^\.{1,2}$/.test(value);
}

function bodyCases(document: OpenApiDocument, { operation }: OperationEntry, call: SampleCall): NegativeCase[] {
  const { required = false, content = {} } = operation.requestBody ?? {};
  const schema = jsonOf(content)?.schema;
  const { body: _body, mediaType: _mediaType, ...withoutBody } = call;
  const missing: NegativeCase = {
    when: 'a missing body',
    keyword: 'required',
    limit: true,
    place: 'body',
    value: undefined,
    call: withoutBody,
  };
  const invalid = schema === undefined || call.body === undefined ? [] : rejectedValues(document, schema, call.body);
  return [
    ...(required ? [missing] : []),
    ...invalid.map(({ keyword, limit, path, error, value }) => ({
      when: path === '' ? `a body that ${error}` : `a body whose ${path} ${error}`,
      keyword,
      limit,
      place: 'body' as const,
      value,
      call: { ...call, body: value },
    })),
  ];
}

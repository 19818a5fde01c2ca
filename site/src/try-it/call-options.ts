import type { TryItBody, TryItCall, TryItParameter } from '../../reference/operation/try-it-calls.ts';

export interface TryItOptions {
  readonly params: Readonly<Record<TryItParameter['in'], Readonly<Record<string, unknown>>>>;
  readonly body?: unknown;
}

export const fieldName = ({ in: place, name }: TryItParameter): string => `${place}.${name}`;

/** Returns the text of a sample in a form field. */
export const sampleText = (sample: unknown): string =>
  typeof sample === 'string' ? sample : sample === undefined ? '' : JSON.stringify(sample);

/**
 * Returns the options of a call from the fields of the form. Empty optional parameters are omitted. An empty path
 * parameter is passed to the client, whose error the panel then shows.
 *
 * @throws TypeError If the body is not valid JSON.
 */
export function callOptions({ parameters, body }: TryItCall, fields: FormData): TryItOptions {
  const valuesIn = (place: TryItParameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter): [string, unknown] => [parameter.name, parameterValue(parameter, fields)])
        .filter(([, value]) => value !== '' || place === 'path'),
    );
  const params = { path: valuesIn('path'), query: valuesIn('query'), header: valuesIn('header') };
  const text = String(fields.get('body') ?? '');
  return body === undefined || text.trim() === '' ? { params } : { params, body: bodyOf(body, text) };
}

/** Returns the value of a parameter: JSON if its sample is not a string and the text is JSON, or else the text. */
function parameterValue(parameter: TryItParameter, fields: FormData): unknown {
  const text = String(fields.get(fieldName(parameter)) ?? '');
  if (typeof (parameter.sample ?? '') === 'string' || parameter.in === 'header') return text;
  try {
    return JSON.parse(text);
  } catch {
    // A value that does not match the document is sent too, so that the panel shows the error of the sandbox.
    return text;
  }
}

function bodyOf({ type }: TryItBody, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`The body must be valid JSON: ${cause instanceof Error ? cause.message : ''}`, { cause });
  }
  if (type === 'json') return value;
  const form = type === 'form' ? new URLSearchParams() : new FormData();
  for (const [name, field] of Object.entries(Object(value))) form.append(name, sampleText(field));
  return form;
}

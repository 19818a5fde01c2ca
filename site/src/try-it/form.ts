import type { TryItCall, TryItParameter } from '../../reference/operation/try-it-calls.ts';
import { faults } from './attempt-fault.ts';
import { fieldName, sampleText } from './call-options.ts';
import { element } from './element.ts';
import { DEFAULT_ADDRESS } from './sandbox-address.ts';

/** Largest number of attempts with a fault: more than the default retries of the client, so that a call can fail. */
const MAX_TIMES = 3;
/** Largest number of lines of the field of a body, so that the button below stays near. */
const MAX_ROWS = 16;

/** Creates the form of a call, with the samples of the document. */
export function createForm(call: TryItCall): HTMLFormElement {
  const { parameters, body } = call;
  return element(
    'form',
    { noValidate: true },
    addressField(),
    ...(parameters.length > 0 ? [group('Parameters', ...parameters.map(parameterField))] : []),
    ...(body === undefined ? [] : [bodyField(body)]),
    faultGroup(),
    element('button', { type: 'submit' }, `Send ${call.method} ${call.path}`),
  );
}

const group = (legend: string, ...fields: readonly Node[]): HTMLElement =>
  element('fieldset', {}, element('legend', {}, legend), ...fields);

/** Creates a label that contains its field, so that neither of them needs an id. */
const labelled = (field: HTMLElement, ...text: readonly (Node | string)[]): HTMLElement =>
  element('label', {}, element('span', {}, ...text), field);

// Without spelling corrections and suggestions, the browser does not change an id.
const EXACT_TEXT = { autocomplete: 'off', spellcheck: false } as const;

const addressField = (): HTMLElement =>
  labelled(element('input', { name: 'address', value: DEFAULT_ADDRESS, ...EXACT_TEXT }), 'Address of the sandbox');

function parameterField(parameter: TryItParameter): HTMLElement {
  const { name, in: place, required, sample } = parameter;
  const example = required || sample === undefined ? '' : `, for example ${sampleText(sample)}`;
  const value = required ? sampleText(sample) : '';
  return labelled(
    element('input', { name: fieldName(parameter), value, ...EXACT_TEXT }),
    element('code', {}, name),
    ` (${place}, ${required ? 'required' : 'optional'}${example})`,
  );
}

function bodyField({ type, required, sample }: NonNullable<TryItCall['body']>): HTMLElement {
  const kind = type === 'json' ? 'JSON' : 'the fields of the form as a JSON object';
  const value = sample === undefined ? '' : JSON.stringify(sample, null, 2);
  const rows = Math.min(value.split('\n').length + 1, MAX_ROWS);
  return labelled(
    element('textarea', { name: 'body', value, rows, ...EXACT_TEXT }),
    `Body (${kind}, ${required ? 'required' : 'optional'})`,
  );
}

const choice = (name: string, label: string, options: readonly string[]): HTMLElement =>
  labelled(element('select', { name }, ...options.map((value) => element('option', { value }, value))), label);

function faultGroup(): HTMLElement {
  const names = faults.map(({ name }) => name);
  const numbers = Array.from({ length: MAX_TIMES }, (_, index) => String(index + 1));
  return group(
    'Fault',
    choice('fault', 'Fault to inject', ['No fault', ...names]),
    choice('times', 'Number of attempts with the fault', numbers),
    element(
      'p',
      {},
      'This page injects the fault in the ',
      element('code', {}, 'fetch'),
      ' function that it passes to the client. A web page cannot inject a fault into the sandbox: the control API of the sandbox does not accept requests from web pages.',
    ),
  );
}

// Divides the HTML of the page of an operation, as Starlight renders it.

/** The start of the heading of each section. */
const HEADINGS = /(?=<div class="sl-heading-wrapper level-h2">)/;
/** The start of the section "Example response". */
const EXAMPLE = /^<div class="sl-heading-wrapper level-h2"><h2 id="example-response"/;

/** The start of the section "Failures". */
const FAILURES = /^<div class="sl-heading-wrapper level-h2"><h2 id="failures"/;

/**
 * Returns the text before the section "Call", this section, the section "Example response" if there is one, the sections
 * on the fields, and the section "Failures" with the sections after it.
 */
export function operationParts(html: string) {
  const [introduction = '', call = '', ...others] = html.split(HEADINGS);
  const example = EXAMPLE.test(others[0] ?? '') ? (others.shift() ?? '') : '';
  const fields = others.splice(
    0,
    others.findIndex((section) => FAILURES.test(section)),
  );
  return { introduction, call, example, fields: fields.join(''), failures: others.join('') };
}

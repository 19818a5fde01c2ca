// Divides the HTML of the page of an operation, as Starlight renders it.

/** The start of the heading of each section. */
const HEADINGS = /(?=<div class="sl-heading-wrapper level-h2">)/;
/** The start of the sections "Example request" and "Example response". */
const EXAMPLE = /^<div class="sl-heading-wrapper level-h2"><h2 id="example-/;
/** The start of the section "Failures". */
const FAILURES = /^<div class="sl-heading-wrapper level-h2"><h2 id="failures"/;
/** The label of a sample, which is its first line. */
const LABEL = /(?=<p><strong>([^<]+)<\/strong><\/p>)/;

/**
 * Returns the text before the section "Call", the heading and the samples of this section, the sections with examples, the
 * sections on the fields, and the section "Failures" with the sections after it.
 */
export function operationParts(html: string) {
  const [introduction = '', call = '', ...others] = html.split(HEADINGS);
  const [heading, ...labelled] = call.split(LABEL);
  const samples = labelled.flatMap((label, index) => (index % 2 === 0 ? [[label, labelled[index + 1]] as const] : []));
  const examples = others.filter((section) => EXAMPLE.test(section)).join('');
  const texts = others.filter((section) => !EXAMPLE.test(section));
  const failures = texts.splice(texts.findIndex((section) => FAILURES.test(section))).join('');
  return { introduction, heading, samples, examples, fields: texts.join(''), failures };
}

// Divides the HTML of the page of an operation, as Starlight renders it.

/** The start of the heading of each section. */
const HEADINGS = /(?=<div class="sl-heading-wrapper level-h2">)/;
/** The start of the section "Example response". */
const EXAMPLE = /^<div class="sl-heading-wrapper level-h2"><h2 id="example-response"/;

/**
 * Returns the text before the section "Call", this section, the section "Example response" if there is one, and the
 * other sections.
 */
export function operationParts(html: string): { introduction: string; call: string; example: string; rest: string } {
  const [introduction = '', call = '', ...others] = html.split(HEADINGS);
  const example = EXAMPLE.test(others[0] ?? '') ? (others.shift() ?? '') : '';
  return { introduction, call: withoutIndex(call), example: withoutIndex(example), rest: others.join('') };
}

/** The search does not index samples: they repeat the fields and the paths of the page. */
const withoutIndex = (html: string): string =>
  html.replaceAll('<div class="expressive-code"', '<div class="expressive-code" data-pagefind-ignore');

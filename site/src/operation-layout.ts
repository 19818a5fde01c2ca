// Divides the HTML of the page of an operation, as Starlight renders it.

/** The start of each heading of a section, or of a failure. */
const HEADINGS = /(?=<div class="sl-heading-wrapper level-h[23]">)/;
/** A failure: its heading, a link to the heading, its meaning with what the client does, and details. */
const FAILURE =
  /^<div class="sl-heading-wrapper level-h3">(<h3[\s\S]*?<\/h3>)(<a [\s\S]*?<\/a>)<\/div>([\s\S]*?<p><strong>The client<\/strong>[\s\S]*?<\/p>)([\s\S]*)$/;

/** The start of the section "Example response". */
const EXAMPLE = /^<div class="sl-heading-wrapper level-h2"><h2 id="example-response"/;

/**
 * Returns the text before the section "Call", this section, the section "Example response" if there is one, and the
 * other sections. Each failure is a row that unfolds.
 */
export function operationParts(html: string): { introduction: string; call: string; example: string; rest: string } {
  const [introduction = '', call = '', ...others] = html.split(HEADINGS);
  const example = EXAMPLE.test(others[0] ?? '') ? (others.shift() ?? '') : '';
  return {
    introduction,
    call: withoutIndex(call),
    example: withoutIndex(example),
    rest: others.map((part) => part.replace(FAILURE, failureRow)).join(''),
  };
}

/** The search does not index samples: they repeat the fields and the paths of the page. */
const withoutIndex = (html: string): string =>
  html.replaceAll('<div class="expressive-code"', '<div class="expressive-code" data-pagefind-ignore');

/** A summary must not contain links, so a meaning with a link is below the summary. */
function failureRow(_part: string, heading: string, link: string, meaning: string, details: string): string {
  const [shown, folded] = meaning.includes('<a ') ? ['', meaning] : [meaning, ''];
  return `<div class="failure"><details><summary>${heading}${shown}</summary>${folded}${details}</details>${link}</div>`;
}

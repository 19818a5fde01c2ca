// Shows samples as tabs (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Without JavaScript, all samples are visible.
import { element } from './try-it/element.ts';

/** Key of the chosen language in the local storage, which applies to all pages. */
const KEY = 'sample-language';
/** Number of tab lists so far, for ids. */
let count = 0;

/** Returns the stored choice. A browser can forbid the use of the storage. */
function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function storeChoice(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // The choice applies to this page only.
  }
}

/** Turns consecutive samples into tabs. */
function showTabs(samples: readonly HTMLElement[]): void {
  count += 1;
  const tabs = samples.map((sample, index) => {
    const name = sample.dataset['sample'] ?? '';
    const tab = element('button', { type: 'button', role: 'tab', id: `tab-${count}-${index}` }, name);
    sample.id = `sample-${count}-${index}`;
    sample.role = 'tabpanel';
    tab.setAttribute('aria-controls', sample.id);
    sample.setAttribute('aria-labelledby', tab.id);
    sample.previousElementSibling?.remove();
    tab.addEventListener('click', () => choose(name));
    return tab;
  });
  const select = (name: string | null) => {
    const found = samples.findIndex((sample) => sample.dataset['sample'] === name);
    const selected = Math.max(found, 0);
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === selected);
      tab.tabIndex = index === selected ? 0 : -1;
      (samples[index] as HTMLElement).hidden = index !== selected;
    }
  };
  const choose = (name: string) => {
    storeChoice(name);
    select(name);
  };
  const list = element(
    'div',
    { className: 'sample-tabs', role: 'tablist', ariaLabel: 'Language of the sample' },
    ...tabs,
  );
  list.addEventListener('keydown', (event) => {
    const current = tabs.indexOf(event.target as HTMLButtonElement);
    const last = tabs.length - 1;
    const places: Readonly<Record<string, number>> = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    };
    const tab = tabs[places[event.key] ?? -1];
    if (tab === undefined) return;
    event.preventDefault();
    tab.focus();
    choose(tab.textContent);
  });
  samples[0]?.before(list);
  select(readChoice());
}

const groups: HTMLElement[][] = [];
for (const sample of document.querySelectorAll<HTMLElement>('[data-sample]')) {
  if (sample.dataset['first'] !== undefined) groups.push([]);
  groups.at(-1)?.push(sample);
}
for (const samples of groups) showTabs(samples);
document.documentElement.dataset['samples'] = 'tabs';

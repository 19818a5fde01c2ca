// Runs in a browser: opens the main pages in a frame of the window's size, and throws an error if a check fails.
/** Time after which a check fails, in milliseconds. */
const LIMIT_MS = 20_000;
const OPERATION = '/reference/operations/delete_guardian_enrollments_by_id/';

const frame = document.createElement('iframe');
frame.style = 'position: fixed; inset: 0; width: 1400px; height: 900px';
document.body.append(frame);

async function open(address) {
  frame.src = address;
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  return frame.contentDocument;
}

/** Polls until a function returns a value. */
async function waitFor(what, find) {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; ) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${frame.src}: ${what}`);
}

const check = async (address, act) => {
  const page = await open(address);
  await waitFor('the search must load', () => page.querySelector('site-search input'));
  await act?.(page);
  const errors = frame.contentWindow.recordedErrors;
  if (errors.length > 0) throw new Error(`${address}: ${errors.join('; ')}`);
};

await check('/', async (page) => {
  page.querySelector('site-search button').click();
  const input = page.querySelector('site-search input');
  input.value = 'pacer';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await waitFor('the search must find the guide', () =>
    page.querySelector('site-search .pagefind-ui__result-title a[href*="/guides/bulk/"]'),
  );
});
await check('/guides/getting-started/');
await check('/guides/tokens/', async (page) => {
  const select = page.querySelector('starlight-theme-select select');
  for (const theme of ['dark', 'light']) {
    select.value = theme;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const brightness = Math.max(...getComputedStyle(page.body).backgroundColor.match(/\d+/g).slice(0, 3));
    if (brightness > 128 !== (theme === 'light')) throw new Error(`the page must have the theme ${theme}`);
  }
});
await check(OPERATION);

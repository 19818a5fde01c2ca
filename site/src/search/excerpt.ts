/**
 * Removes the words by which the search finds a page from the start of an excerpt: they are not a part of the visible
 * text. A mark of the search around a word does not change the word.
 *
 * @param words The words of the page, separated by spaces.
 */
export function withoutSearchWords(excerpt: string, words: string): string {
  if (words === '') return excerpt;
  const shown = excerpt.split(' ');
  const plain = shown.map((word) => word.replaceAll(/<\/?mark>|\.$/g, ''));
  const hidden = words.split(' ');
  for (let end = Math.min(shown.length, MAX_START + hidden.length); end > 1; end -= 1) {
    const length = Math.min(hidden.length, end, MIN_RUN);
    if (hidden.slice(-length).every((word, index) => word === plain[end - length + index]))
      return shown.slice(end).join(' ');
  }
  return excerpt;
}

/** Number of words of the title, at most, before the hidden words. */
const MAX_START = 12;
/** Number of words at the end of the hidden words that identify them. */
const MIN_RUN = 3;

import { expect, test } from 'vitest';
import { withoutSearchWords } from '../src/search/excerpt.ts';

const WORDS = 'Getting started how to install quickstart';

test.each([
  ['the title and the words', 'Getting started. Getting started how to <mark>install</mark> quickstart You need Node.'],
  ['the end of the words', 'to <mark>install</mark> quickstart You need Node.'],
])('withoutSearchWords() removes %s from the start of an excerpt', (_what, excerpt) => {
  expect(withoutSearchWords(excerpt, WORDS)).toBe('You need Node.');
});

test.each([
  ['an excerpt without the words', 'You <mark>install</mark> both packages in your service.', WORDS],
  ['the same words later in the text', `${'text '.repeat(20)}how to install quickstart now`, WORDS],
  ['an excerpt of a page without such words', 'Run npm pack . then install it.', ''],
])('withoutSearchWords() keeps %s', (_what, excerpt, words) => {
  expect(withoutSearchWords(excerpt, words)).toBe(excerpt);
});

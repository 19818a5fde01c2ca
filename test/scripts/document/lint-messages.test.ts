import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FIXTURE } from '../../support/fixture.ts';
import { lintTexts } from '../../support/lint-texts.ts';
import { readYaml } from '../../support/read-yaml.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Mistake {
  readonly mistake: string;
  readonly replace: readonly [text: string, by: string];
  readonly line: string;
  readonly message: string;
}

const mistakes: readonly Mistake[] = readYaml(import.meta.dirname, 'lint-messages.yaml');

test('the lint of npm run generate names the file, the line, the cause and a remedy of each typical mistake', async () => {
  const source = await readFile(FIXTURE.file, 'utf8');
  const texts = mistakes.map(({ replace: [text, by] }) => (text === '' ? by : source.replace(text, () => by)));
  expect(texts).not.toContain(source);

  const linted = await lintTexts(temporaryFolder(), texts);

  const printed = linted.map(({ lines: [first = ''] }) =>
    first.replace(/^.*?(case-\d+\.yaml:\d+)(:\d+)?: ([^\n]*).*/s, '$1: $3'),
  );
  const expected = mistakes.map(({ line, message }, index) => {
    const [before = ''] = texts[index]?.split(line, 1) ?? [];
    return `case-${index}.yaml:${before.split('\n').length}: ${message}`;
  });
  expect(printed).toEqual(expected);
});

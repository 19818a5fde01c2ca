import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { hasMembers, memberOf } from 'tools-document/model';
import { readDocument } from 'tools-document/read';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { generateTexts } from '../../../scripts/generate.ts';
import { FIXTURE } from '../../support/fixture.ts';
import { lintTexts } from '../../support/lint-texts.ts';
import { projectRoot } from '../../support/project-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DOCUMENTS = [FIXTURE.file, join(import.meta.dirname, '../../support/library.yaml')];
const REPLACEMENTS = [null, 'text', 7, [1], []];

/** A damage, and the text of the document with the damage. */
type Damage = readonly [what: string, text: () => string];

/** Cuts a document after each line, and puts another value in each place. */
function damagesOf(source: string): Damage[] {
  const lines = source.split(/(?<=\n)/);
  const cuts = lines.map((_, line): Damage => [`the first ${line} lines`, () => lines.slice(0, line).join('')]);
  const read = () => parse(source, { maxAliasCount: -1 });
  const replacedIn = (value: unknown, keys: readonly string[]): Damage[] => [
    ...REPLACEMENTS.map((replacement): Damage => {
      const damaged = () => {
        const root = { document: read() };
        const path = ['document', ...keys];
        Object.assign(Object(path.slice(0, -1).reduce<unknown>(memberOf, root)), { [path.at(-1) ?? '']: replacement });
        return stringify(root.document, { lineWidth: 0 });
      };
      return [`${JSON.stringify(replacement)} at /${keys.join('/')}`, damaged];
    }),
    ...Object.entries(hasMembers(value) ? value : {}).flatMap(([key, member]) => replacedIn(member, [...keys, key])),
  ];
  return [...cuts, ...replacedIn(read(), [])];
}

/** Tests that a damaged document is valid, or that each message has a file and a line. */
export function testDamage(count: number, seed: number): void {
  test(`${count} damaged documents with seed ${seed} are valid, or each message names the file and the line`, async () => {
    const damages = (await Promise.all(DOCUMENTS.map((file) => readFile(file, 'utf8')))).flatMap(damagesOf);
    const chosen = fc.sample(fc.constantFrom(...damages), { numRuns: count, seed });
    const linted = await lintTexts(
      temporaryFolder(),
      chosen.map(([, text]) => text()),
    );
    const wrong: object[] = [];
    for (const [index, { file, lines, isValid }] of linted.entries()) {
      const messages = isValid ? await messagesOfGenerate(file) : lines;
      const isWrong = messages.some((message) => !/case-\d+\.yaml:\d+/.test(message));
      if (isWrong || (!isValid && messages.length === 0)) wrong.push({ what: chosen[index]?.[0], messages });
    }
    expect(wrong).toEqual([]);
  });
}

async function messagesOfGenerate(file: string): Promise<string[]> {
  try {
    await generateTexts({ ...FIXTURE, file }, projectRoot, await readDocument(file));
    return [];
  } catch (error) {
    return [String(error)];
  }
}

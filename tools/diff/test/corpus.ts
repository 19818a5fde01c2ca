import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { behaviorFileOf } from 'tools-document/behavior';
import { keysOf } from 'tools-document/model';
import { parse } from 'yaml';
import { FIXTURE } from '../../../test/support/fixture.ts';
import { readYaml } from '../../../test/support/read-yaml.ts';
import type { Audience, Bump } from '../src/change.ts';
import type { Contract } from '../src/contract.ts';

/** The contents of the two files of a contract. */
export interface ContractContent {
  readonly document: object;
  readonly behavior: object | undefined;
}

/** The expected verdict on a change. */
export interface Label {
  readonly bump: Bump;
  readonly breaks: readonly Audience[];
  /** Kinds of all changes, sorted. */
  readonly kinds: readonly string[];
  /** Whether a program that compiled with the old types can fail to compile with the new types. */
  readonly types: boolean;
}

/** A change of a contract with its label. */
interface LabelledChange extends Label {
  /** The change as a sentence. The title of each entry is different. */
  readonly change: string;
  readonly before: ContractContent;
  readonly after: ContractContent;
}

type Json = Record<string, unknown>;

/** An entry of `corpus.yaml`. The comment at the start of that file describes each member of an entry. */
interface Entry extends EntryLabel {
  readonly change: string;
  readonly document?: string;
  readonly rename?: Readonly<Record<string, string>>;
  readonly patch?: Json;
  readonly behavior?: Json;
  readonly reverse?: EntryLabel & { readonly change?: string };
}

/** The label of an entry, without the members that have their defaults. */
type EntryLabel = Partial<Label> & Pick<Label, 'kinds'>;

const readLabels = (): readonly Entry[] => readYaml(import.meta.dirname, 'corpus.yaml');

const folder = join(import.meta.dirname, 'documents');
const read = (file: string): Json => parse(readFileSync(file, 'utf8'));

const fileOf = (name: string): string => (name === 'management' ? FIXTURE.file : join(folder, `${name}.yaml`));

/** The contracts that were read, by name: many changes have the same contract. */
const contracts = new Map<string, ContractContent>();

function readContract(name = 'library'): ContractContent {
  const file = fileOf(name);
  const behavior = behaviorFileOf(file);
  const contract = contracts.get(name) ?? {
    document: read(file),
    behavior: existsSync(behavior) ? read(behavior) : undefined,
  };
  contracts.set(name, contract);
  return contract;
}

/** Reads the labelled changes, in both directions if both have a label. */
export function readCorpus(): LabelledChange[] {
  return readLabels().flatMap(({ change, document, rename, patch, behavior, reverse, ...label }) => {
    const before = readContract(document);
    const after = editContract(before, { rename, patch, behavior });
    const forward = { change, before, after, ...withDefaults(label) };
    return reverse === undefined
      ? [forward]
      : [forward, { change: `${change}, undone`, before: after, after: before, ...withDefaults(reverse) }];
  });
}

const withDefaults = ({ breaks = [], bump = breaks.length > 0 ? 'major' : 'minor', ...label }: EntryLabel): Label => ({
  bump,
  breaks,
  types: false,
  ...label,
});

/** An edit of a contract. */
export interface ContractEdit {
  readonly rename: Entry['rename'] | undefined;
  readonly patch: Entry['patch'] | undefined;
  readonly behavior: Entry['behavior'] | undefined;
}

/** Reads a contract in `documents`, and the edits of the corpus for this contract. */
export function readEdits(name: string): { contract: ContractContent; edits: ContractEdit[] } {
  const edits = readLabels().filter(({ document = 'library' }) => document === name);
  return {
    contract: readContract(name),
    edits: edits.map(({ rename, patch, behavior }) => ({ rename, patch, behavior })),
  };
}

/**
 * Applies an edit to a contract.
 *
 * @throws Error If the edit renames a member that the contract does not have.
 */
export function editContract({ document, behavior }: ContractContent, edit: ContractEdit): ContractContent {
  const edited = structuredClone(document);
  for (const [pointer, name] of Object.entries(edit.rename ?? {})) renameKey(edited, pointer, name);
  return {
    document: mergePatch(edited, edit.patch ?? {}) as object,
    behavior: behavior && (mergePatch(behavior, edit.behavior ?? {}) as object),
  };
}

/** Renames the key that a JSON pointer names. The order of the keys stays the same. */
function renameKey(document: object, pointer: string, name: string): void {
  const keys = keysOf(pointer);
  const last = keys.pop() ?? '';
  let parent = document as Json;
  for (const key of keys) parent = (parent[key] ?? {}) as Json;
  if (!(last in parent)) throw new Error(`corpus.yaml: ${pointer} must name a member of the document`);
  const members = Object.entries(parent);
  for (const [key] of members) delete parent[key];
  for (const [key, value] of members) parent[key === last ? name : key] = value;
}

/** Applies a JSON Merge Patch: RFC 7396 section 2. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const result: Json = isObject ? { ...(target as Json) } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

/** Writes contracts to a temporary folder, as JSON, which is parsed much faster than YAML. Call `remove` at the end. */
export function contractFolder() {
  const root = mkdtempSync(join(tmpdir(), 'contracts-'));
  /** The written files by their content. Several contracts can be written at the same time. */
  const files = new Map<string, Promise<string>>();
  const writeOnce = (content: object): Promise<string> => {
    const text = JSON.stringify(content);
    const file = join(root, `${files.size}.json`);
    const written = files.get(text) ?? writeFile(file, text).then(() => file);
    files.set(text, written);
    return written;
  };
  return {
    write: async ({ document, behavior }: ContractContent): Promise<Contract> => ({
      root,
      document: await writeOnce(document),
      ...(behavior !== undefined && { behavior: await writeOnce(behavior) }),
    }),
    remove: () => rm(root, { recursive: true }),
  };
}

// Checks the workflows of GitHub Actions, which cannot run outside GitHub.
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../support/project-copy.ts';

type Parser = typeof import('@actions/workflow-parser');
type Permissions = Readonly<Record<string, string>>;
interface Job {
  readonly permissions?: Permissions;
  readonly environment?: string | { readonly name: string };
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
}

const workflows = globSync('.github/workflows/*', { cwd: projectRoot }).map((path) => {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const workflow: { permissions?: Permissions; concurrency?: object; jobs: Record<string, Job> } = parse(text);
  return { ...workflow, path, text, jobs: Object.values(workflow.jobs) };
});
let parser: Parser;

beforeAll(async () => {
  // The package imports JSON without the import attribute that Node requires.
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  });
  parser = await import('@actions/workflow-parser');
  hooks.deregister();
});

const problemsOf = (name: string, content: string) =>
  parser
    .parseWorkflow({ name, content }, new parser.NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

test('the workflow parser reports an unknown key, so that an error in a workflow does not stay hidden', () => {
  const content = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n';
  expect(problemsOf('a.yml', content)).toEqual(["a.yml (Line: 5, Col: 5): Unexpected value 'stepz'"]);
});

test("each workflow follows GitHub's schema, and its expressions are valid", () => {
  expect(workflows.map(({ path }) => path)).toContain('.github/workflows/release.yml');
  expect(workflows.flatMap(({ path, text }) => problemsOf(path, text))).toEqual([]);
});

test('each action is pinned by the SHA of a commit, and a comment names its version', () => {
  const lines = workflows.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line) => (line.includes('uses:') ? [`${path}: ${line.trim()}`] : [])),
  );
  expect(lines.length).toBeGreaterThan(workflows.length);
  expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test('each workflow has no permissions by default, and each job lists the permissions that it needs', () => {
  expect(workflows.map(({ path, permissions }) => [path, permissions])).toEqual(
    workflows.map(({ path }) => [path, {}]),
  );
  const silent = workflows.filter(({ jobs }) => jobs.some(({ permissions }) => permissions === undefined));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test('each workflow limits its concurrency, and each job has a timeout', () => {
  const unlimited = workflows.filter(
    ({ concurrency, jobs }) => concurrency === undefined || jobs.some((job) => job['timeout-minutes'] === undefined),
  );
  expect(unlimited.map(({ path }) => path)).toEqual([]);
});

const withIdentityToken = workflows.flatMap(({ path, jobs }) =>
  jobs.flatMap((job) => (job.permissions?.['id-token'] === undefined ? [] : [{ path, job }])),
);

test('only the job that publishes the docs site, and the job that stages the packages after a person approves it, can get an identity token', () => {
  expect(withIdentityToken.map(({ path, job }) => [path, job.environment])).toEqual([
    ['.github/workflows/docs.yml', expect.objectContaining({ name: 'github-pages' })],
    ['.github/workflows/release.yml', 'npm'],
  ]);
});

test('the release workflow stages the packages of the package.json files', () => {
  const [staging] = withIdentityToken.filter(({ path }) => path.endsWith('/release.yml'));
  const names = ['package.json', 'packages/sandbox/package.json', 'packages/cli/package.json'].map(
    (path) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8')).name,
  );
  expect(staging?.job.strategy?.matrix).toEqual({ package: names });
});

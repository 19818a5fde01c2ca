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
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly if?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
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

test('each workflow says in its first line that it has never run', () => {
  const unmarked = workflows.filter(({ text }) => !text.startsWith('# This workflow has never run'));
  expect(unmarked.map(({ path }) => path)).toEqual([]);
});

test('the step with --check-release compares a pull request with its base, and therefore ignores the changesets of the base', () => {
  const steps = workflows.flatMap(({ jobs }) => jobs.flatMap((job) => job.steps));
  const [step, ...others] = steps.filter(({ run }) => run?.includes('--check-release'));
  expect(others).toEqual([]);
  expect(step?.run).toContain('--check-release "$BASE"');
  expect(step?.env?.['BASE']).toContain('{{ github.event.pull_request.base.sha }}');
});

test('no job runs npm test directly: two jobs run .ci/run, which installs redis-server before npm test', () => {
  const runs = workflows.flatMap(({ path, jobs }) =>
    jobs.flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n').map((line) => `${path}: ${line}`))),
  );
  expect(runs.filter((run) => / npm (run )?(test|vitest|test:processes)$/.test(run))).toEqual([]);
  expect(runs.filter((run) => run.endsWith(': bash .ci/run'))).toHaveLength(2);
  expect(readFileSync(join(projectRoot, '.ci/run'), 'utf8')).toMatch(/redis-server[\s\S]*\n *npm test /);
});

test('platforms.yml uploads the results of the browsers even if a test fails, because the first run always fails', () => {
  const upload = workflows
    .filter(({ path }) => path.endsWith('/platforms.yml'))
    .flatMap(({ jobs }) => jobs.flatMap(({ steps }) => steps))
    .find(({ uses }) => uses?.startsWith('actions/upload-artifact'));
  expect(upload?.if).toContain('!cancelled()');
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

test('the job that publishes the docs site can get an identity token, and runs no code of the repository', () => {
  const publishing = withIdentityToken.filter(({ job }) => job.permissions?.['pages'] === 'write');
  expect(publishing.map(({ path }) => path)).toEqual(['.github/workflows/docs.yml']);
  const actions = publishing.flatMap(({ job }) => job.steps.map(({ run, uses }) => run ?? uses?.replace(/@.*/, '')));
  expect(actions).toEqual(['actions/deploy-pages']);
});

test('apart from the job for the docs site, only the job that stages the packages can get an identity token, after a person approves the job', () => {
  const trusted = withIdentityToken.filter(({ job }) => job.permissions?.['pages'] === undefined);
  expect(trusted).toMatchObject([{ path: '.github/workflows/release.yml', job: { environment: 'npm' } }]);
  expect(trusted[0]?.job.permissions).toEqual({ 'id-token': 'write' });
  const commands = trusted[0]?.job.steps.map(({ run, uses }) => run ?? uses?.replace(/@.*/, ''));
  expect(commands).toEqual([
    'actions/download-artifact',
    'actions/setup-node',
    expect.stringMatching(/^npm install --global npm@\d+\.\d+\.\d+$/),
    // A loop over both packages cannot be repeated after the first package is staged.
    expect.stringMatching(/^npm stage publish \S*\$PACKAGE\S*\.tgz /),
  ]);
  const names = ['package.json', 'packages/sandbox/package.json', 'packages/cli/package.json'].map(
    (path) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8')).name,
  );
  expect(trusted[0]?.job.strategy?.matrix).toEqual({ package: names });
});

test('the release workflow checks the tag, the tests, the signatures and the licenses before it packs, and then attaches the SBOMs', () => {
  const commands = workflows
    .filter(({ path }) => path.endsWith('/release.yml'))
    .flatMap(({ jobs }) => jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])));
  const place = (part: string) => commands.findIndex((command) => command.includes(part));
  const order = [
    'git merge-base --is-ancestor HEAD origin/main',
    'bash .ci/run',
    'npm audit signatures',
    'npm run check:licenses',
    'npm run release:pack',
    './*.cdx.json',
  ].map(place);
  expect(order).toEqual(order.toSorted((first, second) => first - second));
  expect(order).not.toContain(-1);
});

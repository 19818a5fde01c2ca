/** Files that quote the version of the packages, from the root of the project. */
export const QUOTING_FILES = [
  'README.md',
  'packages/cli/README.md',
  'examples/hono-service/package.json',
  'examples/msw-test/package.json',
  'examples/service/package.json',
];

/** A packed file, such as `tenant-management-client-0.1.0.tgz`, or a dependency in a package.json. */
const QUOTE = /(?<=tenant-management-(?:client|sandbox|cli)(?:-|": "))\d+\.\d+\.\d+/g;

/** Replaces the version in the names of packed files and in the dependencies on the packages. */
export const withVersion = (text: string, version: string): string => text.replaceAll(QUOTE, version);

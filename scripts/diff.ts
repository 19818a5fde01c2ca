import { runDiff } from 'tools-diff';
import type { OpenApiDocument } from 'tools-document/model';
import { runScript } from './process/run-script.ts';

/** Generates the types of a document. The compiler takes half a second to load, so it is loaded only for a consumer. */
const generate = async (document: OpenApiDocument) =>
  (await import('./generate/types-module.ts')).typesModule(document);

await runScript(
  `npm run diff -- [old] [new] [options]

Compares two versions of the OpenAPI document, and the aliases and scopes in its behavior file. Prints what the changes
mean for callers.

  old                  git ref (default: the tag of the last release, or HEAD without a tag)
  new                  git ref (default: the working tree)

Both versions can also be files, such as old.yaml and new.yaml. Their behavior files, old.behavior.yaml and
new.behavior.yaml in the same folders, are compared if both exist.

Options:
  --format <format>    text (the default), markdown, json or github (annotations of GitHub Actions)
  --patches            also list the changes that need only a patch; JSON always has them
  --fail-on <bump>     major, minor or patch: exit with status 1 if the changes need this version or a larger one;
                       none (the default): the changes do not affect the exit status
  --consumer <folder>  type-check a service that uses the client, and list the lines that stop compiling; exit with
                       status 1 if there is one
  --check-release      exit with status 1 if no changeset and no version in package.json announces a version that is
                       large enough

docs/changes.md describes the output.
`,
  (args) => runDiff(args, generate),
);

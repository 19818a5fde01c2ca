import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { listOperations, type OpenApiDocument, projectRoot } from '../../scripts/openapi/document.ts';
import { type Behavior, behaviorSchema } from '../src/behavior-schema.ts';
import { formatProblem, problemOf } from '../src/problem.ts';
import { parseYaml } from '../src/yaml-file.ts';

/**
 * Returns the path of the behavior file that belongs to a document: `management.behavior.yaml` for `management.yaml`.
 */
export const behaviorFileOf = (documentFile: string): string => documentFile.replace(/\.ya?ml$/, '.behavior.yaml');

/**
 * Reads the behavior file of a document.
 *
 * @throws Error If the file is not valid. The message has a line for each problem, with file, line, column and key.
 */
export async function readBehavior(documentFile: string, document: OpenApiDocument): Promise<Behavior> {
  const file = behaviorFileOf(documentFile);
  return await parseBehavior(relative(projectRoot, file), await readFile(file, 'utf8'), document);
}

/**
 * Parses and checks the text of a behavior file.
 *
 * @param file Name of the file, for the messages.
 * @throws Error If the text is not valid, like {@link readBehavior}.
 */
export async function parseBehavior(file: string, source: string, document: OpenApiDocument): Promise<Behavior> {
  const operations = listOperations(document);
  const schema = behaviorSchema({
    operationIds: operations.map(({ id }) => id),
    collections: [...new Set(operations.flatMap(({ path }) => /^\/(.+)\/\{[^}/]+\}$/.exec(path)?.[1] ?? []))],
    scopes: scopesOf(document),
  });
  const validate = new Ajv2020({ allErrors: true, strict: false, logger: false }).compile<Behavior>(schema);
  const behavior = await parseYaml(file, source, (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(problemOf).map((problem) => ({
          path: problem.path,
          text: formatProblem('the file', problem),
        })),
  );
  // The cast is safe, because the schema has accepted the value.
  return behavior as Behavior;
}

/** Returns all scopes that the client credentials scheme of a document declares. */
const scopesOf = ({ components }: OpenApiDocument): string[] =>
  Object.values(components?.securitySchemes ?? {}).flatMap(({ flows }) =>
    Object.keys(flows?.clientCredentials?.scopes ?? {}),
  );

import { readFile } from 'node:fs/promises';
import { resolve } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { readDocument } from 'tools-document/read';
import { closed, fenced } from '../../site/reference/markdown.ts';
import { curlSample, typeScriptSample } from '../../site/reference/operation/call-samples.ts';

/**
 * Reads a bundled document in JSON, and adds samples of the call to the description of each operation, because Redoc does
 * not show `x-codeSamples`.
 */
export async function readWithSamples(file: string): Promise<object> {
  const document = await readDocument(file);
  const bundle: { readonly paths?: Readonly<Record<string, object>> } = JSON.parse(await readFile(file, 'utf8'));
  for (const entry of listOperations(document)) {
    const item = resolve(bundle, bundle.paths?.[entry.path] ?? {}).value;
    const operation: { description?: string } | undefined = Object(item)[entry.method.toLowerCase()];
    if (operation === undefined) continue;
    const samples = [
      ['TypeScript', 'ts', typeScriptSample(document, entry)],
      ['curl', 'sh', curlSample(document, entry)],
    ] as const;
    operation.description = [
      closed(operation.description),
      ...samples.flatMap(([label, language, code]) =>
        code === undefined ? [] : [`**${label}**`, fenced(language, code)],
      ),
    ].join('\n\n');
  }
  return bundle;
}

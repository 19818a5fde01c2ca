import { readFile } from 'node:fs/promises';
import { listOperations, type OpenApiDocument, type PlacedOperation } from './document.ts';

/** One exchange of an HTTP archive, with its operation. */
export interface Exchange {
  readonly placed: PlacedOperation | undefined;
  readonly status: number;
  /** Header fields of the response, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the response. */
  readonly text: string;
  /** Where the token came from: `token endpoint`, or `caller` where it was given. */
  readonly tokenOf: string;
}

/** An HTTP archive that the contract suite wrote. */
export interface Archive {
  readonly file: string;
  /** What the URLs in it begin with. */
  readonly baseUrl: string;
  readonly exchanges: readonly Exchange[];
}

interface Har {
  readonly _baseUrl: string;
  readonly log: {
    readonly entries: readonly {
      readonly _tokenOf: string;
      readonly request: { readonly method: string; readonly url: string };
      readonly response: {
        readonly status: number;
        readonly headers: readonly { readonly name: string; readonly value: string }[];
        readonly content: { readonly text: string };
      };
    }[];
  };
}

/** Reads an archive of the contract suite and finds the operation of each exchange. */
export async function readArchive(file: string, document: OpenApiDocument): Promise<Archive> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read: run the contract suite first, npm run test:contract -- --target sandbox`);
  });
  const { _baseUrl: baseUrl, log }: Har = JSON.parse(text);
  const operations = listOperations(document).map((placed) => ({
    placed,
    path: new RegExp(`^${placed.path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{.+?\}/g, '[^/]+')}$`),
  }));
  const exchanges = log.entries.map(({ _tokenOf, request, response }) => {
    const path = request.url.slice(baseUrl.length).split('?')[0] ?? '';
    return {
      placed: operations.find(({ placed, path: form }) => placed.method === request.method && form.test(path))?.placed,
      status: response.status,
      headers: Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value])),
      text: response.content.text,
      tokenOf: _tokenOf,
    };
  });
  return { file, baseUrl, exchanges };
}

import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type PageKind, type RankedPage, wordsOf } from '../src/search/rank.ts';

/** The parts of a fragment of Pagefind that the ranking needs. */
interface Fragment {
  readonly meta: { readonly title: string; readonly kind: PageKind; readonly name?: string };
}

/** Replaces the module of Pagefind in a built site with `src/search/pagefind.ts`, which ranks the results. */
export async function installRanking(folder: string): Promise<void> {
  const search = join(folder, 'pagefind');
  const fragments = globSync('fragment/*.pf_fragment', { cwd: search });
  const pages = fragments.map((file): [string, RankedPage] => {
    const text = gunzipSync(readFileSync(join(search, file))).toString();
    const { title, kind, name = title }: Fragment['meta'] = JSON.parse(text.slice(text.indexOf('{'))).meta;
    return [basename(file, '.pf_fragment'), { kind, name, length: wordsOf(title).length }];
  });
  writeFileSync(join(search, 'pages.json'), JSON.stringify(Object.fromEntries(pages)));
  renameSync(join(search, 'pagefind.js'), join(search, 'pagefind-index.js'));
  await build({
    entryPoints: [join(import.meta.dirname, '../src/search/pagefind.ts')],
    outfile: join(search, 'pagefind.js'),
    bundle: true,
    format: 'esm',
    minify: true,
    external: ['./pagefind-index.js'],
  });
}

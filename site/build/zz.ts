import { rankSearch } from './rank-search.ts';
import { renameSync } from 'node:fs';
const f=process.argv[2];
renameSync(f+'/pagefind/pagefind-index.js',f+'/pagefind/pagefind.js');
await rankSearch(f);

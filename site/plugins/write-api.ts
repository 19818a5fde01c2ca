// Writes a page for each entry point of the packages from the doc comments: `node plugins/write-api.ts`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Application,
  Converter,
  type DeclarationReflection,
  IntrinsicType,
  OptionDefaults,
  PageEvent,
  type TypeDocOptions,
} from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';

const root = join(import.meta.dirname, '../..');
const output = join(import.meta.dirname, '../src/content/docs/api');

/** Returns the source and the import specifier of each entry point, such as `tenant-management-client/bulk`. */
function readEntries(folder: string): [source: string, specifier: string][] {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.entries<{ types?: string }>(exports).flatMap(([path, { types }]) =>
    types === undefined
      ? []
      : [[join(root, folder, types.replace(/\/dist\/(src\/)?/, '/src/').replace(/\.d\.ts$/, '.ts')), join(name, path)]],
  );
}

const specifiers = new Map(['.', 'packages/sandbox'].flatMap(readEntries));

const isGenerated = ({ sources = [] }: DeclarationReflection): boolean =>
  sources.some(({ fullFileName }) => fullFileName.includes('/src/generated/'));

const options: Partial<TypeDocOptions & PluginOptions> = {
  plugin: ['typedoc-plugin-markdown'],
  name: 'API',
  entryPoints: [...specifiers.keys()],
  tsconfig: join(root, 'tsconfig.json'),
  // `npm run types` checks the types.
  skipErrorChecking: true,
  excludeExternals: true,
  excludeInternal: true,
  // The generated types have this tag.
  blockTags: [...OptionDefaults.blockTags, '@description'],
  readme: 'none',
  logLevel: 'Warn',
  groupOrder: ['Functions', 'Classes', '*'],
  outputs: [{ name: 'markdown', path: output }],
  router: 'module',
  entryFileName: 'index',
  pageTitleTemplates: { index: 'API', module: '{name}' },
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hideGroupHeadings: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  tableColumnSettings: { hideSources: true, hideInherited: true, hideModifiers: true, hideOverrides: true },
};

const app = await Application.bootstrapWithPlugins(options);
app.renderer.on(PageEvent.END, (page) => {
  if (page.contents === undefined) return;
  // A tag such as `@throws TypeError If …` becomes a sentence.
  page.contents = page.contents.replaceAll(/^(#+ Throws\n\n)(\w+Error) If /gm, '$1A `$2` if ');
});
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const module of project.children ?? []) {
    module.name = specifiers.get(module.sources?.[0]?.fullFileName ?? '') ?? module.name;
    for (const member of [...(module.children ?? [])].filter(isGenerated)) {
      // The pages of the reference show what these types and values contain.
      if (member.sources?.[0]?.fullFileName.endsWith('/management.ts')) project.removeReflection(member);
      else if (member.name === 'catalogue') member.type = new IntrinsicType('object');
    }
  }
});
const project = await app.convert();
if (project === undefined) throw new Error('TypeDoc must be able to convert the entry points: see its errors above.');
// TypeDoc needs the sources of the modules until here.
for (const reflection of Object.values(project.reflections)) delete (reflection as DeclarationReflection).sources;
await app.generateOutputs(project);

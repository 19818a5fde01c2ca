// Writes a page for each entry point of the packages from the doc comments: `node build/write-api.ts`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Application,
  Converter,
  type DeclarationReflection,
  IntrinsicType,
  OptionDefaults,
  PageEvent,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  type TypeDocOptions,
} from 'typedoc';
import { ModuleRouter, type PluginOptions } from 'typedoc-plugin-markdown';

const root = join(import.meta.dirname, '../..');
const output = join(import.meta.dirname, '../src/content/docs/api');

/** Returns the source and the import specifier of each entry point, such as `tenant-management-client/bulk`. */
function readEntries(folder: string): [source: string, specifier: string][] {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.entries<{ types?: string }>(exports).flatMap(([path, { types }]) =>
    types === undefined
      ? []
      : [[join(root, folder, types.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts')), join(name, path)]],
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
  router: 'names',
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

/** Parts of a declaration whose names are not part of an anchor. */
const UNNAMED = ReflectionKind.TypeLiteral | ReflectionKind.SomeSignature;

/**
 * Returns the names of a member and of its owners, such as `TokenError-toJSON`. The ids of headings
 * on the site, which `src/markdown/api-headings.ts` sets, have the same form.
 */
function anchorOf(member: Reflection): string {
  const names: string[] = [];
  for (let owner: Reflection | undefined = member; owner?.kindOf(ReflectionKind.Module) === false; owner = owner.parent)
    if (!owner.kindOf(UNNAMED)) names.unshift(owner.kindOf(ReflectionKind.Constructor) ? 'Constructor' : owner.name);
  return names.join('-');
}

/** Writes a page for each module. The anchors of TypeDoc would be numbered, such as `property-path-4`. */
class NamesRouter extends ModuleRouter {
  override buildPages(project: ProjectReflection): ReturnType<ModuleRouter['buildPages']> {
    const pages = super.buildPages(project);
    for (const [target, url] of this.fullUrls) {
      if (!this.anchors.has(target)) continue;
      const anchor = anchorOf(target as Reflection);
      this.anchors.set(target, anchor);
      this.fullUrls.set(target, url.replace(/#.*/, `#${anchor}`));
    }
    return pages;
  }
}

const app = await Application.bootstrapWithPlugins(options);
app.renderer.defineRouter('names', NamesRouter);
app.renderer.on(PageEvent.END, (page) => {
  if (page.contents === undefined) return;
  page.contents = page.contents
    // The name of each property becomes a link to the property.
    .replaceAll(/<a id="([^"]+)"><\/a> (`[^`]+`)/g, '<a id="$1" href="#$1" class="field-link">$2</a>')
    // A tag such as `@throws TypeError If …` becomes a sentence.
    .replaceAll(/^(#+ Throws\n\n)(\w+Error) If /gm, '$1A `$2` if ');
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

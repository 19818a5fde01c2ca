// Writes a page for each entry point of the packages from the doc comments: `node plugins/write-api.ts`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Application,
  type Comment,
  CommentTag,
  Converter,
  type DeclarationReflection,
  IntrinsicType,
  OptionDefaults,
  ReflectionFlag,
  ReflectionKind,
  ReflectionType,
  type Type,
  type TypeDocOptions,
  type UnionType,
} from 'typedoc';
import { MarkdownTheme, type MarkdownThemeContext, type PluginOptions } from 'typedoc-plugin-markdown';

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

const commentOf = ({ comment, signatures, getSignature }: DeclarationReflection): Comment | undefined =>
  comment ?? signatures?.[0]?.comment ?? getSignature?.comment;

/** Returns the members that an export, or the object literals in its type, declares and describes: not a constructor. */
function membersOf({ children, type }: { children?: DeclarationReflection[]; type?: Type }): DeclarationReflection[] {
  if (children === undefined)
    return type instanceof ReflectionType
      ? membersOf(type.declaration)
      : ((type as UnionType | undefined)?.types ?? []).flatMap((part) => membersOf({ type: part }));
  return children.filter(
    (child) =>
      child.kind !== ReflectionKind.Constructor &&
      child.inheritedFrom === undefined &&
      commentOf(child)?.inheritedFromParentDeclaration === false,
  );
}

/** Writes the title, the signature and the description of an export, and a list of its parameters or members. */
function exportText(model: DeclarationReflection, { partials, helpers }: MarkdownThemeContext): string {
  const commentText = (item: DeclarationReflection, parts: { showSummary?: boolean; showTags?: boolean } = {}) => {
    const comment = commentOf(item);
    const text = comment ? partials.comment(comment, { ...parts, showReturns: true }) : '';
    return text
      .trim()
      .replaceAll(/\*\*Example\*\*\n+/g, '')
      .replaceAll(/\*\*(\w+)\*\*\n+/g, '**$1:** ')
      .replaceAll(/(?<=\*\*Throws:\*\* )(\w+) I(?=f )/g, '`$1` i')
      .replaceAll(/(?<=\*\*Default:\*\* )[^\s`]+$/gm, '`$&`');
  };
  const itemText = (item: DeclarationReflection): string => {
    const name = `- \`${item.name}${item.flags.isOptional || item.defaultValue ? '?' : ''}\``;
    const type = item.signatures
      ? partials.functionType(item.signatures, { typeSeparator: ': ' })
      : `: ${partials.someType(helpers.getDeclarationType(item))}`;
    const text = commentText(item).replaceAll('\n\n**', ' **');
    const described = itemsOf(item).filter((inner) => inner.includes('\n'));
    // A long union type has a line for each alternative.
    const head = name + type.replaceAll(/(?<=: )\n *\\\| /g, '').replaceAll(/\n */g, ' ');
    return [head, ...(text ? [`  \n${text}`] : []), ...described.map((inner) => `\n${inner}`)]
      .join('')
      .replaceAll(/\n(?=.)/g, '\n  ');
  };
  // A parameter has the properties of a member that `itemText` reads.
  const itemsOf = ({ signatures, ...item }: DeclarationReflection): string[] =>
    ((signatures ? (signatures[0]?.parameters ?? []) : membersOf(item)) as DeclarationReflection[]).map(itemText);
  const [signature] = model.signatures ?? [];
  const list = itemsOf(model);
  const bases = [...(model.extendedTypes ?? []), ...(model.implementedTypes ?? [])]
    .map((type) => partials.someType(type))
    .filter((text) => text.includes(']('));
  const summary = commentText(model, { showTags: false });
  const title = signature ? partials.signatureTitle(signature) : partials.declarationTitle(model);
  // The list of the options, or of the values, shows as much as the type.
  const isListed =
    model.kindOf(ReflectionKind.ClassOrInterface) || groupOf(model) === 'Options' || /^- `/m.test(summary);
  return [
    `### ${model.name}${signature ? '()' : ''}`,
    isListed && !signature ? '' : title,
    summary,
    bases.length > 0 ? `**Extends:** ${bases.join(', ')}` : '',
    signature && list.length > 0 ? '**Parameters:**' : '',
    list.join('\n'),
    commentText(model, { showSummary: false }),
  ].join('\n\n');
}

class ApiTheme extends MarkdownTheme {
  override getRenderContext(page: Parameters<MarkdownTheme['getRenderContext']>[0]): MarkdownThemeContext {
    const context = super.getRenderContext(page);
    context.partials.members = (exports) => exports.map((model) => exportText(model, context)).join('\n\n');
    return context;
  }
}

const options: Partial<TypeDocOptions & PluginOptions> = {
  plugin: ['typedoc-plugin-markdown'],
  theme: 'api',
  name: 'API',
  entryPoints: [...specifiers.keys()],
  tsconfig: join(root, 'tsconfig.json'),
  // `npm run types` checks the types.
  skipErrorChecking: true,
  excludeInternal: true,
  // The generated types have this tag.
  blockTags: [...OptionDefaults.blockTags, '@description'],
  jsDocCompatibility: { defaultTag: false },
  sort: ['required-first', 'alphabetical'],
  readme: 'none',
  logLevel: 'Warn',
  groupOrder: ['Functions', 'Options', 'Errors', 'Types', '*'],
  outputs: [{ name: 'markdown', path: output }],
  router: 'module',
  entryFileName: 'index',
  pageTitleTemplates: { index: 'API', module: '{name}' },
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  expandParameters: true,
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
};

/** The heading under which an export that is not a function is shown. */
const groupOf = ({ name, kind }: DeclarationReflection): string =>
  name.endsWith('Options') ? 'Options' : kind === ReflectionKind.Class ? 'Errors' : 'Types';

const app = await Application.bootstrapWithPlugins(options);
app.renderer.defineTheme('api', ApiTheme);
// The other files of tsconfig.json, such as tests, would only take time.
app.options.setCompilerOptions([...specifiers.keys()], app.options.getCompilerOptions(app.logger), undefined);
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const module of project.children ?? []) {
    module.name = specifiers.get(module.sources?.[0]?.fullFileName ?? '') ?? module.name;
    for (const member of [...(module.children ?? [])]) {
      const file = member.sources?.[0]?.fullFileName ?? '';
      // The pages of the reference show what these generated types and values contain.
      if (member.isReference() || file.endsWith('/generated/management.ts')) project.removeReflection(member);
      else if (member.name === 'catalogue') member.type = new IntrinsicType('object');
      member.comment?.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: groupOf(member) }]));
      // The links to `PacerState` and to an abstract class would lead to an id that the site does not have.
      member.flags.setFlag(ReflectionFlag.Abstract, false);
    }
  }
});
const project = await app.convert();
if (project === undefined) throw new Error('TypeDoc must be able to convert the entry points: see its errors above.');
await app.generateOutputs(project);

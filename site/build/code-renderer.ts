// Renders each code block only once: in a large document, the same sample is on the pages of many operations.
import { createRenderer } from '@astrojs/starlight/expressive-code';
import { toHtml } from '@astrojs/starlight/expressive-code/hast';

type Renderer = Awaited<ReturnType<typeof createRenderer>>;
type Rendered = ReturnType<Renderer['ec']['render']>;

/** Creates a renderer of Expressive Code that keeps the HTML of the code blocks. */
export async function createCodeRenderer(options: Parameters<typeof createRenderer>[0]): Promise<Renderer> {
  const renderer = await createRenderer(options);
  const { ec } = renderer;
  const render = ec.render.bind(ec);
  const kept = new Map<string, Rendered>();
  ec.render = (block) => {
    if (!('code' in block)) return render(block);
    const { code, language, meta, parentDocument } = block;
    // The first block of a page links to the style sheet and the script of all blocks.
    const isFirst = parentDocument?.positionInDocument?.groupIndex === 0;
    const key = JSON.stringify([isFirst, language, meta, code]);
    const known = kept.get(key) ?? render(block).then(withHtml);
    kept.set(key, known);
    return known;
  };
  return renderer;
}

/** Replaces the elements in a rendered block with their HTML, which Astro inserts faster. */
async function withHtml(rendered: Awaited<Rendered>): Rendered {
  const { renderedGroupAst } = rendered;
  const html = toHtml(renderedGroupAst.children);
  return { ...rendered, renderedGroupAst: { ...renderedGroupAst, children: [{ type: 'raw', value: html }] } };
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Returns a style sheet with the light colors of Starlight, for browsers without scripts: Starlight chooses the theme
 * with a script, and is dark without it.
 */
export function lightTheme(): string {
  const file = createRequire(import.meta.url).resolve('@astrojs/starlight/style/markdown.css');
  const css = readFileSync(new URL('props.css', pathToFileURL(file)), 'utf8');
  const [, colors] = /:root\[data-theme='light'\][^{]*\{([^}]*)\}/.exec(css) ?? [];
  if (colors === undefined) throw new Error('The style sheet of Starlight must have colors for the light theme.');
  return `@media (scripting: none) and (prefers-color-scheme: light) { :root { color-scheme: light; ${colors} } }`;
}

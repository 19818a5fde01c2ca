import type { Report } from '../change-list.ts';
import type { Place } from '../place.ts';
import { isText } from '../texts.ts';

/** Reports each `nullable` that lost its meaning when the document changed from OpenAPI 3.0 to a later version. */
export function compareVersion(before: Place, after: Place, report: Report): void {
  if (!isVersion30(before) || isVersion30(after)) return;
  const seen = new Set<string>();
  const visit = (place: Place): void => {
    if (seen.has(place.id)) return;
    seen.add(place.id);
    if (place.node['nullable'] === true)
      report('nullable-ignored', `${place.pointer}/nullable`, { name: place.pointer });
    for (const [key, child] of place.children()) if (!isText(key, child.value)) visit(child);
  };
  visit(after);
}

const isVersion30 = ({ node }: Place): boolean => String(node['openapi']).startsWith('3.0');

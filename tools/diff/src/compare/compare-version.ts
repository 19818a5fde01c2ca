import { visitMembers } from '../content.ts';
import type { Place } from '../place.ts';
import type { ReportChange } from '../policy.ts';
import { isText } from '../texts.ts';

/**
 * Reports each keyword that gets or loses its meaning when the document changes from OpenAPI 3.0 to a later version:
 * `nullable` has no meaning any more, and keywords next to `$ref` apply.
 */
export function compareVersion(before: Place, after: Place, report: ReportChange): void {
  if (!isVersion30(before) || isVersion30(after)) return;
  const seen = new Set<string>();
  const visit = (place: Place, isNames = false): void => {
    if (seen.has(place.id)) return;
    seen.add(place.id);
    if (!isNames && place.node['nullable'] === true)
      report('nullable-ignored', `${place.pointer}/nullable`, { name: place.pointer });
    const [target, siblings] = place.parts ?? [];
    const applied = Object.entries(siblings?.node ?? {}).filter(
      ([key, value]) => key !== 'nullable' && !isText(key, value),
    );
    if (siblings !== undefined && applied.length > 0)
      report('ref-siblings-applied', siblings.pointer, {
        name: siblings.pointer,
        to: applied.map(([key]) => key).join(', '),
      });
    if (target !== undefined) visit(target);
    visitMembers(place, isNames, visit);
  };
  visit(after);
}

const isVersion30 = ({ node }: Place): boolean => String(node['openapi']).startsWith('3.0');

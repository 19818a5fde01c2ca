import { isFlagged } from 'tools-document/schema';
import { placesIn } from '../content.ts';
import { operationsOf } from '../match-operations.ts';
import type { Place } from '../place.ts';
import type { ReportChange } from '../policy.ts';
import { mergeSchemas } from '../schema/merged-schema.ts';

const isHidden = (field: Place): boolean => isFlagged(field, 'writeOnly');
const schemasOf = (document: Place): Place | undefined => document.child('components')?.child('schemas');

/** Compares the names that the types have for components in responses, such as `BookResponse` for `Book`. */
export function compareResponseTypes(
  before: Place,
  after: Place,
  renames: ReadonlyMap<string, string>,
  report: ReportChange,
): void {
  const [typeBefore, typeAfter] = [responseTypes(before), responseTypes(after)];
  for (const [component, place] of schemasOf(before)?.children() ?? []) {
    const renamed = renames.get(component) ?? component;
    const newPlace = schemasOf(after)?.child(renamed);
    if (newPlace === undefined) continue;
    const [old, now] = [typeBefore(component, place), typeAfter(renamed, newPlace)];
    if (old.name === now.name || (old.name === component && now.name === renamed)) continue;
    // The type of the component still accepts responses unless it requires a field that they do not have.
    const isReplaced = old.name !== component || (old.isRead && now.isRequiring);
    if (isReplaced) report('response-component-renamed', newPlace.refPointer, { name: old.name, to: now.name });
    else report('component-added', newPlace.refPointer, { name: now.name });
  }
}

/**
 * Returns a function that describes the type of a component in responses. If requests also use the component, and it has
 * `writeOnly` fields, `withoutWriteOnly` gives responses a copy without these fields.
 */
function responseTypes(document: Place) {
  const operations = operationsOf(document);
  const requests = operations.flatMap(({ place, parameters }) => [...parameters.values(), place.child('requestBody')]);
  const responses = operations.flatMap(({ place }) => [...new Map(place.child('responses')?.children()).values()]);
  const [sent, read] = [placesIn(requests), placesIn(responses, isHidden)];
  return (component: string, schema: Place) => {
    const isRead = read.has(schema.id);
    const inner = isRead && sent.has(schema.id) ? placesIn([schema], isHidden) : [];
    /** For each field that responses do not have, whether the component requires the field. */
    const hidden = [...inner.values()].flatMap((place) => {
      const { fields, required } = mergeSchemas([place]);
      return [...fields].filter(([, schemas]) => schemas.some(isHidden)).map(([name]) => required.has(name));
    });
    let name = component;
    if (hidden.length > 0)
      do name += 'Response';
      while (schemasOf(document)?.child(name) !== undefined);
    return { name, isRead, isRequiring: hidden.includes(true) };
  };
}

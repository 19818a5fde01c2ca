import { isJsonType } from 'tools-document';
import type { OperationPlace } from '../match-operations.ts';
import type { Place } from '../place.ts';
import { noteComponents, type SchemaContext } from '../schema/schema-context.ts';
import { compareMediaTypes } from './compare-media-types.ts';
import { compareOthers, compareTexts } from './compare-members.ts';

/** Compares the request body of an operation. */
export function compareRequestBody(
  before: Place | undefined,
  after: Place | undefined,
  context: SchemaContext,
  { place }: OperationPlace,
): void {
  const { report } = context;
  const pointer = `${place.pointer}/requestBody`;
  if (before === undefined || after === undefined) {
    if (before !== undefined) report('request-body-removed', pointer);
    if (after !== undefined) report(isRequired(after) ? 'required-request-body-added' : 'request-body-added', pointer);
    return;
  }
  noteComponents(before, after, context);
  compareTexts(before, after, report, 'the body');
  if (!isRequired(before) && isRequired(after)) report('request-body-became-required', after.pointer);
  if (isRequired(before) && !isRequired(after)) report('request-body-became-optional', after.pointer);
  compareOthers(before, after, (key) => report('member-changed', `${after.pointer}/${key}`, { name: key }), [
    'required',
    'content',
  ]);
  const hasJson = (before.child('content')?.children() ?? []).some(([type]) => isJsonType(type));
  compareMediaTypes(before.child('content'), after.child('content'), {
    context,
    name: '',
    // The client sends JSON if the document shows JSON, so the first JSON media type changes the type of the body.
    onAdded: (name, at) =>
      report(isJsonType(name) && !hasJson ? 'request-body-became-json' : 'request-media-type-added', at, { name }),
    onRemoved: (name, at) => report('request-media-type-removed', at, { name }),
  });
}

const isRequired = ({ node }: Place): boolean => node['required'] === true;

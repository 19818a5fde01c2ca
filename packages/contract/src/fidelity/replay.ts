// Replays recordings against a server, and compares its responses with the recorded responses.
import {
  addressesOf,
  documentedKey,
  fillTemplate,
  type OpenApiDocument,
  operationFinder,
} from 'tenant-management-document';
import { parseJson } from '../parse-json.ts';
import { compareFieldSets, type FieldDifferences } from './field-paths.ts';
import { type RecordedIds, recordedIds } from './recorded-ids.ts';
import { parameterValues, urlBelow } from './recorded-path.ts';
import type { Interaction, Recording } from './recordings.ts';

/** A request to the server that is compared with the recordings. */
export interface ReplayedRequest {
  readonly method: string;
  /** Path and query below the base path of the API. */
  readonly path: string;
  /** Absent if the request has no body. */
  readonly body?: string;
  readonly contentType?: string;
}

/** The server that is compared with the recordings. */
export interface ReplayTarget {
  /** Restores the initial state. It is called before each recording. */
  reset(): void;
  send(request: ReplayedRequest): Promise<{ readonly status: number; readonly text: string }>;
}

/** The result of one replayed interaction. */
export interface Comparison {
  /** Method and path template, such as `GET /books/{id}`. */
  readonly operation: string;
  readonly file: string;
  readonly path: string;
  readonly recorded: number;
  readonly sent: number;
  /** Whether the document shows the recorded status. */
  readonly isDocumented: boolean;
  /** Whether a path parameter has an id that no earlier interaction of the recording contains. */
  readonly isUnknownId: boolean;
  /** The fields in which the bodies differ; compared only if the statuses are equal and the status is a success. */
  readonly fields: FieldDifferences;
}

/** The results of a replay. */
export interface Replay {
  readonly comparisons: readonly Comparison[];
  /** The requests that the document does not describe. They are not replayed. */
  readonly undocumented: readonly Interaction[];
}

const NO_DIFFERENCES: FieldDifferences = { missing: [], additional: [] };

/** Replays recordings, each from the initial state, and compares statuses and fields. */
export async function replay(
  document: OpenApiDocument,
  recordings: readonly Recording[],
  target: ReplayTarget,
): Promise<Replay> {
  const { basePath } = addressesOf(document);
  const findOperation = operationFinder(document);
  const comparisons: Comparison[] = [];
  const undocumented: Interaction[] = [];
  for (const { file, interactions } of recordings) {
    target.reset();
    const calls = interactions.map((interaction) => {
      const url = urlBelow(basePath, interaction.url);
      const operation = url && findOperation(interaction.method, url.path);
      return { interaction, call: operation && { operation, url, values: parameterValues(operation.path, url.path) } };
    });
    const ids = recordedIds(new Set(calls.flatMap(({ call }) => Object.values(call?.values ?? {}))));
    let before = '';
    for (const { interaction, call } of calls) {
      if (call === undefined) undocumented.push(interaction);
      else {
        const { operation, url, values } = call;
        const path = fillTemplate(operation.path, (name) => encodeURIComponent(ids.inText(values[name] ?? '')));
        const response = await target.send(requestOf(interaction, path, url.query, ids));
        const recorded = parseJson(interaction.responseText);
        const sent = parseJson(response.text);
        ids.learn(recorded, sent);
        const { status } = interaction;
        const isSame = status === response.status && status < 300;
        comparisons.push({
          operation: `${operation.method} ${operation.path}`,
          file,
          path: url.path,
          recorded: status,
          sent: response.status,
          isDocumented: documentedKey(operation.operation, status) !== undefined,
          isUnknownId: Object.values(values).some((value) => !before.includes(value)),
          fields: isSame ? compareFieldSets(recorded, sent) : NO_DIFFERENCES,
        });
      }
      before += `${interaction.requestText}\n${interaction.responseText}\n`;
    }
  }
  return { comparisons, undocumented };
}

/** Creates the request of an interaction, with the ids that the target assigned. */
function requestOf(
  { method, requestText, contentType }: Interaction,
  path: string,
  query: URLSearchParams,
  ids: RecordedIds,
): ReplayedRequest {
  const json = parseJson(requestText);
  const body = json === undefined ? requestText : JSON.stringify(ids.inValue(json));
  const search = new URLSearchParams([...query].map(([name, value]) => [name, ids.inText(value)]));
  return {
    method,
    path: search.size === 0 ? path : `${path}?${search}`,
    // `fetch` cannot send a GET with a body.
    ...(body !== '' && method !== 'GET' && method !== 'HEAD' && { body }),
    ...(contentType !== undefined && { contentType }),
  };
}

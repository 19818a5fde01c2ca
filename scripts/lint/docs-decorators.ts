// The decorators of the docs page. They change a copy of the document before Redocly renders that copy.

import type { OpenApiDocument, OperationObject } from 'tools-document/model';
import { formatScopes, type OperationEntry, overviewOf, requiredScopes } from 'tools-document/operations';
import { closed } from '../../site/reference/markdown.ts';

interface Described {
  description?: string;
  'x-not-shown'?: string[];
}

/** Appends the entries of `x-not-shown` to the description of the node that contains them. */
export const showNotShown = () => {
  const describe = {
    leave(node: Described) {
      const notShown = node['x-not-shown'];
      if (notShown === undefined) return;
      const sentence = `**Not documented by the API:** ${notShown.join('; ')}.`;
      node.description = [closed(node.description).trimEnd(), sentence].filter(Boolean).join('\n\n');
    },
  };
  return {
    Info: describe,
    Operation: describe,
    Parameter: describe,
    Response: describe,
    Header: describe,
    Schema: describe,
    SecurityScheme: describe,
  };
};

/** Returns the address of an operation in a page of Redoc. */
function addressOf({ id, operation }: OperationEntry): string {
  const slug = (text: string) => text.toLowerCase().replaceAll(/[^\w-]+/g, '-');
  return `#/${[...(operation.tags ?? []).slice(0, 1), id].map(slug).join('/')}`;
}

/** Adds an overview to the document's description, and lifecycle and scopes to the description of each operation. */
export const showTerms = () => {
  let root: Pick<OpenApiDocument, 'security' | 'components'> = {};
  return {
    Root: {
      enter(document: OpenApiDocument) {
        root = document;
      },
      // After show-not-shown, whose sentence is about the document's own description.
      leave(document: OpenApiDocument) {
        // Redoc shows only a part of a client credentials flow, and only after a click.
        document.info.description = [closed(document.info.description), ...overviewOf(document, addressOf)].join(
          '\n\n',
        );
      },
    },
    Operation(operation: OperationObject) {
      const terms = [
        ...(operation.deprecated ? ['**Deprecated:** do not use this operation in new code.'] : []),
        `**Release lifecycle:** ${operation['x-release-lifecycle'] ?? 'not documented'}`,
        `**Required scopes:** ${formatScopes(requiredScopes(root, operation))}`,
      ];
      operation.description = `${terms.join('  \n')}\n\n${operation.description ?? ''}`;
    },
  };
};

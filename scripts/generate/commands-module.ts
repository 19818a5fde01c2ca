import type { OpenApiDocument } from 'tools-document';
import { commandOperations } from '../../packages/cli/derive/command-operations.ts';

/** Returns the source of the module with the operations of the command line. */
export const commandsModule = (document: OpenApiDocument): string => `import type { Operation } from '../operation.js';

/** All operations of the OpenAPI document. */
export const operations: readonly Operation[] = ${JSON.stringify(commandOperations(document), null, 2)};
`;

// Tests a live tenant: only `npm run test:contract -- --target live` and `npm run verify` run this file.
import { declareTests, liveTarget } from 'tools-contract/suite';
import { findApi, readDocument } from 'tools-document/read';
import { inject } from 'vitest';
import { ApiError, clientCredentials, createManagementClient } from '../../src/index.ts';

const document = await readDocument((await findApi()).file);
const clientPackage = { createClient: createManagementClient, clientCredentials };

declareTests(document, liveTarget(document, clientPackage, inject('tenant')), ApiError);

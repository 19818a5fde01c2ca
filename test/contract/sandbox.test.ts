// Tests that the sandbox sends the response of the document in each situation that it simulates, also in sequences of
// calls, and that the client returns the response.
import { startSandbox } from 'tenant-management-sandbox';
import { declareTests, startSandboxTarget } from 'tools-contract/suite';
import { findApi, readDocument } from 'tools-document/read';
import { ApiError, clientCredentials, createManagementClient } from '../../src/index.ts';

const document = await readDocument((await findApi()).file);
const clientPackage = { createClient: createManagementClient, clientCredentials };

declareTests(document, await startSandboxTarget(document, clientPackage, startSandbox), ApiError);

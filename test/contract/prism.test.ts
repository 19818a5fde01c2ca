// Tests that the mock sends each response of the document, and that the client returns it.
import { startMock } from 'tools-contract/prism';
import { declareTests, prismTarget } from 'tools-contract/suite';
import { findApi, readDocument } from 'tools-document/read';
import { afterAll } from 'vitest';
import { ApiError, createManagementClient } from '../../src/index.ts';

const document = await readDocument((await findApi()).file);
const mock = await startMock(document);
afterAll(() => mock.stop());

declareTests(document, prismTarget(document, { createClient: createManagementClient }, mock.url), ApiError);

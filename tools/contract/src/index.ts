export { compareWithDocument } from './compare-calls.ts';
export { readReport, reportFile } from './contract-report.ts';
export { coverageTable, requireFullCoverage } from './document-coverage.ts';
export type { LiveTenant } from './live-tenant.ts';
export { createRecorder } from './recorder.ts';
export { runContract } from './run-contract.ts';
export { ARGUMENTS_HELP } from './target-arguments.ts';
export { FAIL_ON_HELP, takeFailOn, verify } from './verify.ts';
export { verifyReport } from './verify-report.ts';

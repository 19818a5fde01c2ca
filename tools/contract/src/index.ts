export { compareWithDocument } from './call-comparison.ts';
export { comparisonReport } from './comparison-report.ts';
export { ARGUMENTS_HELP } from './contract-arguments.ts';
export { readReport, reportFile } from './contract-report.ts';
export { coverageTable, requireFullCoverage } from './document-coverage.ts';
export type { LiveTenant } from './live/tenant.ts';
export { createRecorder } from './recorder.ts';
export { runContract } from './run-contract.ts';
export { FAIL_ON_HELP, takeFailOn, verify } from './verify-command.ts';

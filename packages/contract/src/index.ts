export { ARGUMENTS_HELP, type TargetName } from './arguments.ts';
export { driftReport } from './drift-report.ts';
export { type Archive, harFile, type RecordedCall, readArchive } from './har.ts';
export { effectOf } from './live-ids.ts';
export { type LiveCall, planLiveCalls } from './live-plan.ts';
export type { LiveTenant, TenantClient } from './live-tenant.ts';
export { parseJson } from './parse-json.ts';
export { createRecorder } from './recorder.ts';
export { type ContractRun, runContract } from './run.ts';

export { type CallArguments, callArguments, callCode } from './call-code.ts';
export { discriminated } from './discriminator.ts';
export { type NegativeCase, negativeCases } from './negative-cases.ts';
export { requestFields } from './request-fields.ts';
export { firstExample, preferredMedia, type SampleCall, sampleCall, sampleResponse } from './sample.ts';

export { callUrl, headerTexts, pathWith } from './call-url.ts';
export { withOtherSignature, withoutSignature } from './changed-token.ts';
export { curlCommand, curlWords } from './curl-command.ts';

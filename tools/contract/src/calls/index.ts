export { callUrl, headerTexts, pathWith } from './call-url.ts';
export { curlCommand, curlWords } from './curl-command.ts';

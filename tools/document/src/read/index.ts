export { findApi, projectRoot, type RedoclyApi, readDocument, startFolder } from './document.ts';
export { readDocumentFile } from './document-file.ts';

import { findApi } from 'tools-document';

/**
 * Whether the project has another document than `management`, to which the samples and the links of the pages refer. A
 * copy of the project for another document has its own pages.
 */
export const hasOtherDocument = (await findApi()).name !== 'management';

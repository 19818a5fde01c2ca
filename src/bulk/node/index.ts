export { fileJournal } from './file-journal.js';

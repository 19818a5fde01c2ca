export { type BulkPacer, createPacer } from './pacer.js';

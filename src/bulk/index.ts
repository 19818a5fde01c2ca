export { bulk } from './bulk.js';
export { BulkError } from './bulk-error.js';
export type { BulkOptions } from './bulk-options.js';
export type { Items } from './item-source.js';
export { createJournal, type Journal } from './journal.js';
export type { JournalStore } from './journal-store.js';
export { type BulkPacer, createPacer } from './pacer.js';
export type { BulkProgress } from './progress.js';
export type { BulkCall, BulkResult, CallItem } from './run.js';

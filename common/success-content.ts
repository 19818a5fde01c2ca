/**
 * The content that the document shows for the success of an operation. `object` means only JSON objects, `json` means
 * only JSON objects and arrays, `value` means only JSON, which can be `null`, `none` means no content, `other` means
 * only other media types, and `mixed` means JSON and other media types. The names are short, because the bundle contains
 * one name for each operation whose content is not the usual content of its method.
 */
export type SuccessContent = 'object' | 'json' | 'value' | 'none' | 'other' | 'mixed';

/**
 * Returns the content that a success usually has for a method. The generated exceptions are the operations whose
 * content is different.
 */
export const suggestedContent = (method: string): SuccessContent => (method === 'DELETE' ? 'none' : 'object');

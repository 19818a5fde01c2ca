/** The fake time at the start of a test. It is a whole second, because dates in header fields have no milliseconds. */
export const NOW = Date.parse('2026-01-01T00:00:00Z');

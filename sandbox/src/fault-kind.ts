/** The effect of a fault on one request: see `with` of the options of a fault. */
export type FaultKind = 'reset' | 'stall' | 'truncate' | 'html' | 'pass' | number;

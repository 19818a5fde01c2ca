/** The effect of a fault on one request: see the option `with` of a fault. */
export type FaultKind = 'reset' | 'stall' | 'truncate' | 'html' | 'pass' | number;

// Assertions of the programs in the folders next to this file. The programs are compiled, and never run.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if both types are the same. */
export declare const same: <A, B>(isSame: Same<A, B>) => void;

/** Compiles only if the type accepts the value. */
export declare const accept: <T>(value: T) => void;

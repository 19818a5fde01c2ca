/** How the program starts on a runtime. */
export interface Start {
  /** Folder that contains the programs, and in which the packed client is installed. */
  readonly folder: string;
  /** Origin of the control server. */
  readonly control: string;
  /** Ends the runtime. */
  readonly signal: AbortSignal;
}

/** A runtime of JavaScript. */
export interface Runtime {
  readonly name: string;
  /** Whether the runtime has the file system of Node, so that it can keep a journal in a file. */
  readonly hasFiles: boolean;
  /** Whether the status of a redirect that is not followed is 0: https://fetch.spec.whatwg.org/#http-redirect-fetch */
  readonly hidesRedirects: boolean;
  /** Runs the program to its end; resolves with `false` if the runtime is not installed. */
  run(start: Start): Promise<boolean>;
}

/** A test of the contract suite. */
export interface ContractTest {
  /** The operation id, or the kind of the test. */
  readonly group: string;
  /** The id of the operation, if the group is not this id. */
  readonly operation?: string;
  /** The title within the group. If the test is skipped, the title contains the reason. */
  readonly title: string;
  /** Rejects if the target violates the document; absent if the test is skipped. */
  readonly run?: () => Promise<void>;
}

import { type DerivedOperation, singularOf } from 'tools-document/operations';

/** The command-line option and the environment variable for ids of one resource. */
export interface AliasOption {
  /**
   * Name of the option for the id to delete, without dashes, such as `profile`; absent if no operation deletes an item.
   */
  readonly option?: string;
  /** Name of the variable for the id to read, such as `TENANT_PROFILE_ID`; absent if no operation reads an item. */
  readonly variable?: string;
  readonly deletion?: DerivedOperation;
  readonly reading?: DerivedOperation;
}

/** Names of other options, except those that end in `s`. An alias with such a name has no option and no variable. */
const RESERVED = [
  ...['target', 'tenant', 'id', 'operation', 'junit', 'disposable'],
  ...['expect-behavior', 'call-timeout', 'fail-on'],
];

/**
 * Derives an option and a variable from each alias of the behavior file. For example, the alias `profiles` results in
 * `--profile <id>` and `TENANT_PROFILE_ID`. A nested resource has no option and no variable, because its items need
 * several ids.
 */
export function aliasOptions(
  operations: readonly DerivedOperation[],
  aliases: Readonly<Record<string, string>>,
): AliasOption[] {
  return Object.entries(aliases).flatMap(([alias, resource]) => {
    const name = singularOf(alias).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const operationOf = (kind: string) =>
      operations.find((one) => one.kind === kind && one.resource === resource && one.outerNames.length === 0);
    const deletion = operationOf('delete');
    const reading = operationOf('read');
    if (RESERVED.includes(name)) return [];
    return [
      {
        ...(deletion && { option: name, deletion }),
        ...(reading && { variable: `TENANT_${name.replaceAll('-', '_').toUpperCase()}_ID`, reading }),
      },
    ];
  });
}

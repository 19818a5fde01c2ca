import type { DerivedOperation } from '../openapi/resources.ts';
import { singularOf } from '../openapi/singular.ts';

/** The option and the variable that contain ids of one resource. */
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

/** Names that other options already use. */
const RESERVED = ['target', 'tenant', 'id', 'allow-deletes', 'allow-changes'];

/**
 * Derives an option and a variable from each alias of the behavior file: `--profile <id>` and `TENANT_PROFILE_ID` from
 * `profiles`. Items of nested resources need several ids, so such a resource has no option and no variable.
 */
export function aliasOptions(
  operations: readonly DerivedOperation[],
  aliases: Readonly<Record<string, string>>,
): AliasOption[] {
  return Object.entries(aliases).flatMap(([alias, resource]) => {
    const name = singularOf(alias).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const operationOf = (kind: string) =>
      operations.find((one) => one.kind === kind && one.resource === resource && one.outer.length === 0);
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

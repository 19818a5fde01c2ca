import { randomInt, randomUUID } from 'node:crypto';
import type { IdRule } from '../built-document.js';

/**
 * Creates an id. No item has this id, unless the rule is a choice and items have all of its ids.
 *
 * @param isTaken Whether an item has the id.
 */
export function newId(rule: IdRule, isTaken: (id: string) => boolean): string {
  switch (rule.kind) {
    case 'uuid':
      return randomUUID();
    case 'integer': {
      let id = 1;
      while (isTaken(String(id))) id += 1;
      return String(id);
    }
    case 'choice':
      return rule.values.find((value) => !isTaken(value)) ?? rule.values[0] ?? '';
    case 'text': {
      const { prefix, alphabet, length } = rule;
      const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]);
      const id = prefix + characters.join('');
      return isTaken(id) ? newId({ ...rule, length: length + 1 }, isTaken) : id;
    }
  }
}

import { describe, expect, test } from 'vitest';
import { createUsedAssertions } from '../../src/token/used-assertions.ts';
import { createClock } from '../sandbox-client.ts';

const NOW_S = 1_767_225_600;
const IN_A_MINUTE = NOW_S + 60;

function setUp() {
  const { clock, advance } = createClock(NOW_S * 1000);
  return { used: createUsedAssertions(clock), advance };
}

describe('the jti of a client assertion', () => {
  test('is accepted from two clients, even if client id and jti, joined with a space, form the same string', () => {
    const { used } = setUp();
    expect([used.add('a', 'b c', IN_A_MINUTE), used.add('a b', 'c', IN_A_MINUTE)]).toEqual([true, true]);
  });

  test('is accepted again only after the assertion has expired', () => {
    const { used, advance } = setUp();
    used.add('a', '1', IN_A_MINUTE);
    advance(59_999);
    expect(used.add('a', '1', IN_A_MINUTE + 60)).toBe(false);
    advance(1);
    expect(used.add('a', '1', IN_A_MINUTE + 60)).toBe(true);
  });

  test('is still rejected after 20,000 other assertions if the assertion has not expired', () => {
    const { used } = setUp();
    used.add('a', 'first', IN_A_MINUTE);
    for (let count = 0; count < 20_000; count += 1) used.add('a', String(count), IN_A_MINUTE);
    expect(used.add('a', 'first', IN_A_MINUTE)).toBe(false);
  });

  test('is removed from memory after the assertion has expired', () => {
    const { used, advance } = setUp();
    for (let count = 0; count < 20_000; count += 1) {
      used.add('a', String(count), NOW_S + count + 1);
      advance(1000);
    }
    expect(used.size()).toBeLessThan(2_000);
  });
});

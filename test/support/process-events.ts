import { onTestFinished } from 'vitest';

/** Until the end of the test, records what Node emits: warnings, or promise rejections that no code handles. */
export function recordEvents(name: 'warning' | 'unhandledRejection'): unknown[] {
  const events: unknown[] = [];
  const record = (event: unknown) => events.push(event);
  process.on(name, record);
  onTestFinished(() => void process.off(name, record));
  return events;
}

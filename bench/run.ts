// Measures the client and its peers in all sections, or only in the given sections: `npm run bench -- calls bytes`.

import { describeMachine } from './measuring/machine.ts';
import { prepare } from './peers/prepare.ts';
import { printResult, saveResult, writeReport } from './reporting/saved-results.ts';
import { measureBulk } from './sections/bulk.ts';
import { measureBytes } from './sections/bytes.ts';
import { measureCalls } from './sections/calls.ts';
import { measureColdStart } from './sections/cold-start.ts';
import type { Findings } from './sections/section.ts';

const SECTIONS: Record<string, () => Promise<Findings>> = {
  calls: measureCalls,
  'cold-start': measureColdStart,
  bytes: measureBytes,
  bulk: measureBulk,
};

try {
  const names = Object.keys(SECTIONS);
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown section "${unknown}". Valid sections: ${names.join(', ')}.`);
  await prepare();
  const machine = describeMachine();
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`\n== ${name}`);
    const findings = await measure();
    printResult(findings);
    await saveResult(name, { ...findings, machine, date: new Date().toISOString().slice(0, 10) });
    await writeReport(names);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

// Measures the client and its peers in all sections, or only in the given sections: `npm run bench -- calls bytes`.

import { cpus } from 'node:os';
import { prepare } from './peers/prepare.ts';
import { type Findings, formatSection, replaceMeasured, replaceSection } from './results-page.ts';
import { measureBulk } from './sections/bulk.ts';
import { measureBytes } from './sections/bytes.ts';
import { measureCalls } from './sections/calls.ts';
import { measureColdStart } from './sections/cold-start.ts';
import { measureFaults } from './sections/faults.ts';

const SECTIONS: Record<string, () => Promise<Findings>> = {
  faults: measureFaults,
  calls: measureCalls,
  'cold-start': measureColdStart,
  bytes: measureBytes,
  bulk: measureBulk,
};

/** Describes the CPU and the Node that runs the benchmark. */
function describeMachine(): string {
  const cores = cpus();
  return `${cores[0]?.model.trim() ?? 'unknown CPU'}, ${cores.length} cores, Node ${process.version}`;
}

try {
  const names = Object.keys(SECTIONS);
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown section "${unknown}". Valid sections: ${names.join(', ')}.`);
  const measured = `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}.`;
  const isComplete = chosen.length === 0;
  await prepare();
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (!isComplete && !chosen.includes(name)) continue;
    const findings = await measure();
    const text = formatSection(name, { ...findings, notes: [...findings.notes, ...(isComplete ? [] : [measured])] });
    console.log(`\n${text}\n`);
    await replaceSection(name, text);
    for (const { name: figure, measured, atMost } of findings.limits.filter((limit) => limit.measured > limit.atMost)) {
      console.error(`${figure} must be at most ${atMost}, but is ${measured}.`);
      process.exitCode = 1;
    }
  }
  if (isComplete) await replaceMeasured(measured);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

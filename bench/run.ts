// Measures what the client costs beside its peers: `npm run bench`, or one section: `npm run bench -- calls`.

import { describeMachine } from './machine.ts';
import { prepare } from './prepare.ts';
import { printResult, saveResult, writeReport } from './report.ts';
import type { Findings } from './section.ts';
import { measureBytes } from './sections/bytes.ts';
import { measureCalls } from './sections/calls.ts';
import { measureColdStart } from './sections/cold-start.ts';
import { measureGrowth } from './sections/growth.ts';
import { measureInstallSize } from './sections/install-size.ts';
import { measureLatency } from './sections/latency.ts';
import { measureSandbox } from './sections/sandbox.ts';
import { measureTokens } from './sections/tokens.ts';
import { measureTypeCheck } from './sections/type-check.ts';

const SECTIONS: Record<string, () => Promise<Findings>> = {
  calls: measureCalls,
  latency: measureLatency,
  'cold-start': measureColdStart,
  bytes: measureBytes,
  'install-size': measureInstallSize,
  'type-check': measureTypeCheck,
  growth: measureGrowth,
  tokens: measureTokens,
  sandbox: measureSandbox,
};

try {
  const names = Object.keys(SECTIONS);
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no section "${unknown}"; there are: ${names.join(', ')}.`);
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

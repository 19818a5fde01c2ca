// Simulates the job whose rate and remaining calls the chart in docs/bulk.md shows.
import { expect, test } from 'vitest';
import { bulk, createPacer } from '../../../src/bulk/index.ts';
import { createManagementClient, type ManagementClientOptions } from '../../../src/index.ts';
import { blocks } from '../../docs/markdown-pages.ts';
import { simulateJob } from '../../support/simulated/simulate-job.ts';

/** The first seconds of the job, which the chart shows. The rate does not change afterwards. */
const SECONDS = 12;

test('the chart in docs/bulk.md shows the sent requests and the remaining calls of each second of a simulated job', async () => {
  const sent: number[] = [];
  const remaining: number[] = [];
  const second = () => Math.floor(performance.now() / 1000);
  const program = {
    bulk,
    createPacer,
    createManagementClient: ({ fetch = globalThis.fetch, ...options }: ManagementClientOptions) =>
      createManagementClient({
        ...options,
        fetch: async (...request) => {
          sent[second()] = (sent[second()] ?? 0) + 1;
          const response = await fetch(...request);
          remaining[second()] = Number(response.headers.get('X-RateLimit-Remaining'));
          return response;
        },
      }),
  };
  const situation = { title: 'chart', headerFields: 'always', calls: 1_000, goals: {} } as const;
  await simulateJob(program, situation, { limit: 100, perSecond: 50 }, 1);
  const listOf = (values: readonly number[]) => `[${values.slice(0, SECONDS).join()}]`;
  const chart = blocks.find(({ file, language }) => file === 'docs/bulk.md' && language === 'mermaid')?.code;
  expect(chart?.match(/\[.*\]/g)).toEqual([sent.map((_sent, index) => index + 1), sent, remaining].map(listOf));
});

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '../../scripts/process/listen.ts';

/** Whether redis-server is installed. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts Redis on a free port and resolves with its URL. Redis writes no files and is stopped when the test ends. */
export async function startRedis(program = 'redis-server'): Promise<string> {
  const probe = createServer();
  const { port } = new URL(await listen(probe));
  probe.close();
  await once(probe, 'close');
  const redis = spawn(program, ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']);
  onTestFinished(() => void redis.kill());
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    redis.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('Ready to accept connections')) resolve();
    });
    redis.once('error', () =>
      reject(new Error(`${program} must be installed; its tests are skipped only if CI is not set`)),
    );
    redis.once('close', () => reject(new Error(`${program} exited before it was ready:\n${printed}`)));
  });
  return `redis://127.0.0.1:${port}`;
}

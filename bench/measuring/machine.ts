import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { machineNode } from '../../scripts/process/machine-node.ts';

/** A Node executable that the benchmark runs. */
export interface NodeBinary {
  readonly file: string;
  /** For example `v24.21.0`. */
  readonly version: string;
}

/** Returns the Node that runs the benchmark, and the Node of the machine if it has another version. */
export function listNodes(): NodeBinary[] {
  const current = { file: process.execPath, version: process.version };
  if (machineNode === undefined) return [current];
  const version = execFileSync(machineNode, ['--version'], { encoding: 'utf8' }).trim();
  return version === current.version ? [current] : [current, { file: machineNode, version }];
}

/** Describes the CPU and the Node that runs the benchmark. */
export function describeMachine(): string {
  const cores = cpus();
  return `${cores[0]?.model.trim() ?? 'unknown CPU'}, ${cores.length} cores, Node ${process.version}`;
}

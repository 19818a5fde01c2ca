import type { TargetName } from 'tools-contract';
import type { OpenApiDocument } from 'tools-document';
import { inject } from 'vitest';
import type { ContractTarget } from './target.ts';

/** Starts a target. Loads only the module of this target. */
export async function startTarget(
  name: TargetName,
  document: OpenApiDocument,
  mockUrl: string,
): Promise<ContractTarget> {
  if (name === 'sandbox') return (await import('./sandbox-target.ts')).startSandboxTarget(document);
  if (name === 'live') return (await import('./live-target.ts')).startLiveTarget(document, inject('tenant'));
  return (await import('./prism-target.ts')).prismTarget(document, mockUrl);
}

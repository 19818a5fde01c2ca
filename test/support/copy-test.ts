import { test } from 'vitest';
import { copyProject } from './project-copy.ts';

/** A test with its own copy of the project, which is removed when the test ends. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this fixture needs.
export const copyTest = test.extend('project', async ({}, { onCleanup }) => {
  const project = await copyProject();
  onCleanup(() => project.remove());
  return project;
});

// A separate entry point, because the compiler, which reads the types, takes half a second to load.
export { changesetOf, ENTRY_FILE } from './changeset.ts';
export { compareReleases } from './release-versions.ts';

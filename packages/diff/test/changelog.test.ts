import { describe, expect, test } from 'vitest';
import { changelogSection, releasedChangelog } from '../src/release-text/changelog.ts';

describe('releasedChangelog()', () => {
  const HEAD = '# Changelog\n\nThe format.\n\n';
  const OLD = '## 0.1.0\n\nThe first version.\n';

  test('adds a section with the texts of the changesets above the sections of earlier versions', () => {
    const changelog = releasedChangelog(HEAD + OLD, '0.2.0', ['One.', 'Two.']);
    expect(changelog).toBe(`${HEAD}## 0.2.0\n\nOne.\n\nTwo.\n\n${OLD}`);
  });

  test('keeps the text of the section "Unreleased" below the texts of the changesets', () => {
    const changelog = releasedChangelog(`${HEAD}## Unreleased\n\n### Added\n\n- A.\n\n${OLD}`, '0.2.0', ['One.']);
    expect(changelog).toBe(`${HEAD}## 0.2.0\n\nOne.\n\n### Added\n\n- A.\n\n${OLD}`);
  });

  test('merges the parts of changesets and of the section "Unreleased" that have the same heading', () => {
    const texts = ['### Added\n\n- A.\n\n### Fixed\n\n- B.', 'Text.', '### Added\n\n- C.'];
    const changelog = releasedChangelog(`${HEAD}## Unreleased\n\n### Fixed\n\n- D.\n\n${OLD}`, '0.2.0', texts);
    const section = '## 0.2.0\n\nText.\n\n### Added\n\n- A.\n\n- C.\n\n### Fixed\n\n- B.\n\n- D.\n\n';
    expect(changelog).toBe(HEAD + section + OLD);
  });

  test('adds the first section to a changelog without sections', () => {
    expect(releasedChangelog(HEAD, '0.1.0', ['One.'])).toBe(`${HEAD}## 0.1.0\n\nOne.\n`);
  });

  test('adds a section to a changelog that starts with a section', () => {
    expect(releasedChangelog(OLD, '0.2.0', ['One.'])).toBe(`## 0.2.0\n\nOne.\n\n${OLD}`);
  });

  test('writes the headings so that changelogSection() finds the text of each version', () => {
    const changelog = releasedChangelog(HEAD + OLD, '0.2.0', ['### Added\n\n- A.']);
    expect(changelogSection(changelog, '0.2.0')).toBe('### Added\n\n- A.\n');
    expect(changelogSection(changelog, '0.1.0')).toBe('The first version.\n');
  });
});

import { execFileSync } from 'node:child_process';
import { readDocument } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { placeFixture } from '../../../test/support/fixture.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { contractAt } from '../src/release/released-contract.ts';

describe('contractAt()', () => {
  test('copies the document of a commit', async () => {
    const [folder, repository] = [temporaryFolder(), temporaryFolder()];
    await placeFixture(repository);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
    git('init');
    git('add', '--all');
    git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--no-gpg-sign', '-m', 'Add the API');
    const { document } = await contractAt('HEAD', folder, repository);
    expect(document.startsWith(folder)).toBe(true);
    expect((await readDocument(document)).info.title).toBe('Tenant Management API');
  });

  test('rejects a git ref that is unknown, and names the remedy', async () => {
    await expect(contractAt('no-such-ref', temporaryFolder())).rejects.toThrow(
      'no-such-ref must be a commit or a tag of this repository: run `git fetch --tags`, or pass another ref',
    );
  });
});

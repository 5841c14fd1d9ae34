import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Creates an empty repository in a folder of its own. */
export const createRepository = () => {
  const folder = mkdtempSync(join(tmpdir(), 'omomi-scratch-'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  return {
    folder,
    git,
    /** Commits a file with this content and returns the commit. */
    commit: (file: string, content: string): string => {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      git('add', '.');
      git('commit', '--quiet', '--message', `change ${file}`);
      return git('rev-parse', 'HEAD');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

export type ScratchRepository = ReturnType<typeof createRepository>;

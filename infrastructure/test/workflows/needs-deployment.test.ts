import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepository, type ScratchRepository } from './scratch-repository.ts';

const script = join(import.meta.dirname, '../../../.github/scripts/needs-deployment.sh');
let repository: ScratchRepository;

beforeEach(() => {
  repository = createRepository();
});
afterEach(() => repository.remove());

/** Commits a change of the file and returns the commit. */
const change = (file: string): string => repository.commit(file, `${Math.random()}\n`);

/** Runs the script for the newest commit, or for another one. */
const needsDeployment = (deployed: string, commit = repository.git('rev-parse', 'HEAD')): string => {
  const { status, stdout, stderr } = spawnSync(script, [deployed, commit], {
    cwd: repository.folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

describe('a deployment of main', () => {
  it('is needed if nothing was deployed yet', () => {
    change('backend/src/lambda/api.ts');
    expect(needsDeployment('')).toBe('true');
  });

  it('is needed for changes of runs that failed or were replaced in the queue', () => {
    const deployed = change('README.md');
    change('backend/src/lambda/api.ts');
    change('docs/api.md');
    expect(needsDeployment(deployed)).toBe('true');
  });

  it.each([
    'backend/src/feeds/import/import-document.ts',
    'backend/package.json',
    'infrastructure/environments/production.ts',
    'frontend/src/app/app.tsx',
    'frontend/index.html',
    'package-lock.json',
    '.github/workflows/deploy.yml',
    'backend/src/scoring/words/tables/NOTICE.md',
    'a-folder-that-nobody-listed/a-file.ts',
  ])('is needed for a change of %s', (file) => {
    const deployed = change('README.md');
    change(file);
    expect(needsDeployment(deployed)).toBe('true');
  });

  it('is not needed if nothing or only documentation changed', () => {
    const deployed = change('backend/src/lambda/api.ts');
    expect(needsDeployment(deployed)).toBe('false');
    change('docs/operations.md');
    change('README.md');
    change('CONTRIBUTING.md');
    change('frontend/README.md');
    expect(needsDeployment(deployed)).toBe('false');
  });

  it('is not needed if an older run is repeated after a newer commit was deployed', () => {
    const older = change('backend/src/lambda/api.ts');
    const deployed = change('backend/src/lambda/jobs.ts');
    expect(needsDeployment(deployed, older)).toBe('false');
  });

  it('is needed if the history no longer contains the deployed commit', () => {
    change('README.md');
    expect(needsDeployment('0123456789012345678901234567890123456789')).toBe('true');
  });

  it('fails for an unknown commit, with its id in the error', () => {
    const deployed = change('README.md');
    expect(() => needsDeployment(deployed, 'feedbeef')).toThrow('feedbeef is no commit of this repository');
  });
});

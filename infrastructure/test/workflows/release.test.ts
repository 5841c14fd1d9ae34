import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepository, type ScratchRepository } from './scratch-repository.ts';
import { linesOf, needsOf, readWorkflow } from './workflow-model.ts';

const root = join(import.meta.dirname, '../../..');
const script = join(root, '.github/scripts/release-notes.mjs');

describe('the notes of a release', () => {
  let repository: ScratchRepository;
  beforeEach(() => {
    repository = createRepository();
  });
  afterEach(() => repository.remove());

  const commit = (subject: string) =>
    repository.git('commit', '--quiet', '--allow-empty', '--message', subject);
  const release = (version: string) => {
    writeFileSync(join(repository.folder, 'package.json'), JSON.stringify({ version }));
    repository.git('add', '.');
    commit(`chore: version ${version}`);
    repository.git('tag', `v${version}`);
  };
  const notesOf = (tag: string) =>
    spawnSync(process.execPath, [script, tag, repository.folder], { encoding: 'utf8' });

  it('are the commits since the tag before, by their kind', () => {
    commit('feat: begin');
    release('1.0.0');
    commit('fix(feeds): keep items apart');
    commit('feat(backup): write one file');
    commit('refactor: nothing to see');
    commit('feat(api)!: drop a field');
    commit('Merge something: else');
    release('1.1.0');
    commit('feat: later');
    expect(notesOf('v1.1.0').stdout).toBe(
      '## Breaking changes\n\n- **api**: drop a field\n\n## New\n\n- **backup**: write one file\n\n## Mended\n\n- **feeds**: keep items apart\n',
    );
  });

  it('of the first release are all commits', () => {
    commit('feat: begin');
    release('1.0.0');
    expect(notesOf('v1.0.0')).toMatchObject({ status: 0, stdout: '## New\n\n- begin\n' });
  });

  it('are refused for a tag that is not the version', () => {
    release('1.0.0');
    repository.git('tag', 'v2.0.0');
    const { status, stdout, stderr } = notesOf('v2.0.0');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe('the tag v2.0.0 is not v1.0.0, the version of package.json\n');
  });
});

describe('the workflow of a release', () => {
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  const lines = (job: string) => linesOf(readWorkflow(text).jobs[job]?.steps).filter((line) => line !== '');

  it('is started by a tag alone, and publishes only what was tested', () => {
    const { on, jobs } = readWorkflow(text);
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(Object.entries(jobs).map(([name, job]) => [name, needsOf(job)])).toEqual([
      ['test', []],
      ['package', ['test']],
      ['image', ['package']],
    ]);
    expect(text).not.toMatch(/continue-on-error|\|\| true|if:/);
  });

  it('looks at the tag before it publishes, with provenance and without a token of npm', () => {
    expect(lines('test')).toEqual(['.ci/run']);
    expect(lines('package')).toEqual([
      'node .github/scripts/release-notes.mjs "$GITHUB_REF_NAME" > notes.md',
      'npm ci',
      'npm run package -- out',
      'npm publish out/omomi-*.tgz --provenance --access public',
      'gh release create "$GITHUB_REF_NAME" out/omomi-*.tgz --title "$GITHUB_REF_NAME" --notes-file notes.md',
    ]);
    expect(text).toContain('id-token: write');
    expect(text).not.toContain('secrets.');
  });

  it('builds the image for both kinds of machines from the Dockerfile that is there', () => {
    const build = readWorkflow(text).jobs['image']?.steps?.at(-1)?.with;
    expect(build).toMatchObject({ platforms: 'linux/amd64,linux/arm64', push: true });
    expect(existsSync(join(root, String((build as { file: string }).file)))).toBe(true);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');

type Step = { run?: string; uses?: string; env?: Record<string, string> };
type Job = {
  needs?: string | string[];
  if?: string;
  uses?: string;
  environment?: unknown;
  steps?: Step[];
  'timeout-minutes'?: number;
};
type Workflow = { jobs: Record<string, Job> };

const workflows = Object.fromEntries(
  readdirSync(folder).map((file): [string, Workflow] => [
    file,
    parse(readFileSync(join(folder, file), 'utf8')) as Workflow,
  ]),
);
const ci = workflows['ci.yml']!.jobs;
const deploy = Object.values(workflows['deploy.yml']?.jobs ?? {}).flatMap(({ steps }) => steps ?? []);
const runs = (steps: Step[] | undefined) => (steps ?? []).map(({ run }) => run ?? '').join('\n');
const needsOf = ({ needs }: Job): string[] => [needs ?? []].flat();

describe('the workflows', () => {
  it('compare with the last commit that was deployed, not with the push before', () => {
    expect(JSON.stringify(workflows)).not.toContain('event.before');
    expect(runs(ci['changes']?.steps)).toContain('.github/scripts/needs-deployment.sh');
    expect(ci['changes']?.steps?.find(({ uses }) => uses?.startsWith('actions/checkout'))).toMatchObject({
      with: { 'fetch-depth': 0 },
    });
  });

  it('deploy all stacks in one job, which is the record of what is deployed', () => {
    const deploying = Object.entries(workflows).flatMap(([file, { jobs }]) =>
      Object.values(jobs).flatMap(({ environment }) => (environment === undefined ? [] : [file])),
    );
    expect(deploying).toEqual(['deploy.yml']);
    expect(runs(deploy)).toMatch(/cdk .*deploy --all/);
  });

  it('deploy only what was tested and is covered by tests to 80 %', () => {
    expect(needsOf(ci['changes']!)).toEqual(['test', 'coverage']);
    expect(needsOf(ci['deploy']!)).toContain('changes');
    expect(runs(ci['coverage']?.steps)).toContain('npm run coverage');
    const configuration = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
    for (const what of ['lines', 'statements'])
      expect(configuration).toMatch(new RegExp(`thresholds: {[^}]*\\b${what}: 80\\b`));
  });

  it('request /api/health once everything is deployed, and then the model once', () => {
    const [health, model] = deploy.slice(-2);
    expect(health?.run).toContain('.github/scripts/health.sh');
    expect(model?.run).toContain('.github/scripts/model.mjs');
  });

  it('update the notice after any result of the deployment’s jobs, even a timeout', () => {
    const notice = ci['notice']!;
    expect(notice.if).toMatch(/^always\(\) &&/);
    expect(needsOf(notice).toSorted()).toEqual(
      Object.keys(ci)
        .filter((name) => name !== 'notice')
        .toSorted(),
    );
    expect(notice.steps?.at(-1)).toMatchObject({
      run: expect.stringContaining('.github/scripts/notice.mjs'),
      env: { NEEDS: '${{ toJSON(needs) }}' },
    });
  });

  it('set a time limit for every job of their own', () => {
    const endless = Object.entries(workflows).flatMap(([file, { jobs }]) =>
      Object.entries(jobs)
        .filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined)
        .map(([name]) => `${file}: ${name}`),
    );
    expect(endless).toEqual([]);
  });

  it('name only files that exist', () => {
    const named = JSON.stringify(workflows).matchAll(/\.\/?\.?(?:github|ci)\/[\w./-]+/g);
    expect([...named].map(([path]) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

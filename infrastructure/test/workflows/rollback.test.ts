import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf, needsOf, readWorkflow, valueOf } from './workflow-model.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readWorkflow(readFileSync(join(root, '.github/workflows', file), 'utf8'));

const [first, second, third] = ['a1b2c3d', 'b2c3d4e', 'c3d4e5f'].map((start) => start.padEnd(40, '0'));

/** Runs the script on these deployments, the newest first. */
const find = (wanted: string, ...deployments: [commit: string, state: string][]) => {
  const nodes = deployments.map(([commitOid, state]) => ({ commitOid, state }));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, '.github/scripts/find-deployed.mjs'), wanted],
    { input: JSON.stringify({ data: { repository: { deployments: { nodes } } } }), encoding: 'utf8' },
  );
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
};

describe('the commit to roll back to', () => {
  const known: [string, string][] = [
    [third!, 'ACTIVE'],
    [second!, 'FAILURE'],
    [first!, 'INACTIVE'],
    [first!, 'INACTIVE'],
  ];

  it.each([first!, 'a1b2c3d'])('is found by %s', (wanted) => {
    expect(find(wanted, ...known)).toEqual({ status: 0, stdout: first, stderr: '' });
  });

  it.each([second!, 'a1b2c3', 'main', '', '.*', 'f'.repeat(40)])('is not found by %j', (wanted) => {
    const { status, stdout, stderr } = find(wanted, ...known);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `${JSON.stringify(wanted)} is no commit that was deployed: expected the first seven or more digits of ${third}, ${first}`,
    );
  });

  it('is said to be missing where nothing was deployed', () => {
    expect(find(first!).stderr).toMatch(/but none was$/);
  });
});

describe('a rollback', () => {
  const { on, jobs } = read('rollback.yml');
  const vars = { AWS_DEPLOY_ROLE: 'arn:production', AWS_DEPLOY_ROLE_DEVELOPMENT: 'arn:development' };
  const valueFor = (name: string, environment: string) =>
    valueOf(jobs['deploy']?.with?.[name] ?? 'null', {
      event: 'workflow_dispatch',
      ref: 'refs/heads/main',
      vars,
      inputs: { environment },
    });

  it('is started by hand alone', () => {
    expect(Object.keys(on)).toEqual(['workflow_dispatch']);
  });

  it.each([
    ['production', 'arn:production'],
    ['development', 'arn:development'],
  ])('of %s deploys there, by its role', (environment, role) => {
    expect([valueFor('environment', environment), valueFor('role', environment)]).toEqual([
      environment,
      role,
    ]);
  });

  it('gives the former version all requests at once, since the failures of what is up would stop it', () => {
    expect(jobs['deploy']?.with?.['canary']).toBe('off');
    expect(jobs['deploy']?.with).not.toHaveProperty('address');
    expect(jobs['deploy']?.with).not.toHaveProperty('former');
  });

  it('deploys the commit that was found, and nothing if none was, with the secrets of the environment', () => {
    expect(needsOf(jobs['deploy']!)).toEqual(['find']);
    expect(jobs['deploy']?.with?.['commit']).toBe('${{ needs.find.outputs.commit }}');
    expect(jobs['deploy']?.secrets).toBe('inherit');
    expect(read('deploy.yml').jobs['deploy']?.steps?.[0]?.with).toEqual({ ref: '${{ inputs.commit }}' });
    // Each on a line of its own: the shell of a step stops at the first that fails.
    expect(linesOf(jobs['find']?.steps).filter((line) => line !== '')).toEqual([
      'gh api graphql -f owner="$OWNER" -f name="$NAME" -f environment="$ENVIRONMENT" -f query="$QUERY" > deployments.json',
      'commit="$(node .github/scripts/find-deployed.mjs "$COMMIT" < deployments.json)"',
      'echo "commit=$commit" >> "$GITHUB_OUTPUT"',
    ]);
  });
});

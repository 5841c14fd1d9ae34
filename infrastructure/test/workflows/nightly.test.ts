import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsThatRun, linesOf, readWorkflow, type Situation, type Step } from './workflow-model.ts';

const good = readFileSync(join(import.meta.dirname, '../../../.github/workflows/nightly.yml'), 'utf8');

const vars = { AWS_DEPLOY_ROLE_NIGHTLY: 'arn:nightly' };
const night: Situation = { event: 'schedule', ref: 'refs/heads/main', vars };
const situations: [Situation, string[]][] = [
  [night, ['soak', 'box', 'throwaway']],
  [{ ...night, event: 'workflow_dispatch' }, ['soak', 'box', 'throwaway']],
  [{ ...night, failing: ['soak'] }, ['soak', 'box', 'throwaway']],
  [{ ...night, vars: {} }, ['soak', 'box']],
  [{ ...night, vars: { AWS_DEPLOY_ROLE: 'arn:production' } }, ['soak', 'box']],
  [{ ...night, event: 'workflow_dispatch', ref: 'refs/heads/feature/x' }, ['soak', 'box']],
  [{ ...night, event: 'push' }, []],
  [{ ...night, event: 'pull_request' }, []],
];

const DESTROY = 'node .github/scripts/destroy.mjs nightly';
const commands = [
  'npm ci',
  'npm run cdk -w infrastructure -- deploy --all --require-approval never -c environment=nightly -c canary=off -c commit="$GITHUB_SHA" --outputs-file outputs.json',
  '.github/scripts/smoke-new.sh infrastructure/outputs.json nightly "$GITHUB_SHA"',
  DESTROY,
];

const minutesOf = (steps: Step[]): number =>
  steps.reduce((sum, step) => sum + (step['timeout-minutes'] ?? 0), 0);

/** Returns what keeps the job from deploying, asking and destroying as it should. */
const problemsOf = (text: string): string[] => {
  const workflow = readWorkflow(text);
  const { throwaway } = workflow.jobs;
  const steps = throwaway?.steps ?? [];
  const isSignIn = ({ uses }: Step) => uses?.startsWith('aws-actions/configure-aws-credentials@') === true;
  const roles = steps.filter(isSignIn).map((step) => step.with);
  const wrongly = situations.filter(
    ([situation, expected]) => jobsThatRun(workflow, situation).join() !== expected.join(),
  );
  const inBox = workflow.jobs['box']?.steps ?? [];
  const [again, last] = steps.slice(-2);
  const limited = steps.filter(({ run }) => run !== undefined && run !== 'npm ci');
  const wrong: [string, boolean][] = [
    ['it runs at another time', wrongly.length > 0],
    [
      'it runs something else',
      linesOf(steps)
        .filter((line) => line !== '')
        .join('\n') !== commands.join('\n'),
    ],
    [
      'the pages are not led through the box',
      linesOf(inBox).at(-1) !== 'npm run test:e2e -- --mode box' ||
        /\|\||continue-on-error|set \+e|; true/.test(JSON.stringify(inBox)),
    ],
    ['a failure is hidden', /\|\||continue-on-error|set \+e|; true/.test(JSON.stringify(steps))],
    ['it is not destroyed in any case, at the end', last?.run !== DESTROY || last.if !== 'always()'],
    [
      'it is destroyed with credentials that may have ended',
      again === undefined || !isSignIn(again) || again.if !== 'always()',
    ],
    ['another step has a condition', steps.slice(0, -2).some((step) => step.if !== undefined)],
    [
      'it goes by another role',
      roles.length !== 2 ||
        roles.some(
          (given) =>
            JSON.stringify(given) !==
            JSON.stringify({
              'role-to-assume': '${{ vars.AWS_DEPLOY_ROLE_NIGHTLY }}',
              'aws-region': 'us-east-1',
            }),
        ),
    ],
    ['another environment proves who asks', throwaway?.environment !== 'nightly'],
    [
      'two may run at once, or one is cut off by the next',
      JSON.stringify(throwaway?.concurrency) !== JSON.stringify({ group: 'deploy-nightly' }),
    ],
    ['it may not sign in to AWS', throwaway?.permissions?.['id-token'] !== 'write'],
    [
      'a step may take the time of the last one',
      limited.some((step) => step['timeout-minutes'] === undefined),
    ],
    ['the job ends before its steps', (throwaway?.['timeout-minutes'] ?? 0) < minutesOf(steps) + 20],
  ];
  return wrong.flatMap(([what, is]) => (is ? [what] : []));
};

describe('the night', () => {
  it('deploys a throw-away environment, asks it, and destroys it, where there is a role for that', () => {
    expect(problemsOf(good)).toEqual([]);
  });

  const breaks: [string | RegExp, string][] = [
    ["vars.AWS_DEPLOY_ROLE_NIGHTLY != '' &&", ''],
    ["vars.AWS_DEPLOY_ROLE_NIGHTLY != ''", "vars.AWS_DEPLOY_ROLE != ''"],
    [" && github.ref == 'refs/heads/main'", ''],
    ["github.ref == 'refs/heads/main'", "github.ref == 'refs/heads/develop'"],
    ['  throwaway:\n', '  throwaway:\n    needs: soak\n'],
    ['environment: nightly\n', 'environment: production\n'],
    ['environment: nightly\n', ''],
    ['-c environment=nightly', '-c environment=production'],
    ['deploy --all', 'deploy Omomi-nightly-Compute'],
    [' -c commit="$GITHUB_SHA"', ''],
    [/ {4}concurrency:\n.*\n/, ''],
    ['group: deploy-nightly', 'group: ${{ github.run_id }}'],
    ['group: deploy-nightly\n', 'group: deploy-nightly\n      cancel-in-progress: true\n'],
    ['id-token: write', 'id-token: none'],
    [/ {6}- name: Destroy all stacks[\s\S]*/, ''],
    [/if: always\(\)(\n.*)\n(.*destroy)/, 'if: success()$1\n$2'],
    [/ {8}if: always\(\)\n(.*\n.*destroy)/, '$1'],
    [/if: always\(\)(\n.*uses)/, 'if: failure()$1'],
    [/ {8}if: always\(\)\n(.*uses)/, '$1'],
    [' -- --mode box', ''],
    ['--mode box', '--mode box || true'],
    ['destroy.mjs nightly', 'destroy.mjs nightly || true'],
    ['destroy.mjs nightly', 'destroy.mjs development'],
    ['nightly "$GITHUB_SHA"', 'nightly "$GITHUB_SHA" || true'],
    ['nightly "$GITHUB_SHA"\n', 'nightly "$GITHUB_SHA"\n        continue-on-error: true\n'],
    [/run: \.github\/scripts\/smoke-new\.sh .*/, 'run: echo'],
    [/- name: Ask whether they work/, "- if: 'never'\n        name: Ask"],
    ['role-to-assume: ${{ vars.AWS_DEPLOY_ROLE_NIGHTLY }}', 'role-to-assume: ${{ vars.AWS_DEPLOY_ROLE }}'],
    [/ {8}timeout-minutes: 45\n/, ''],
    ['timeout-minutes: 150', 'timeout-minutes: 60'],
  ];

  it.each(breaks)('is red with %s as %j', (from, to) => {
    const broken = good.replace(from, to);
    expect(broken).not.toBe(good);
    expect(problemsOf(broken)).not.toEqual([]);
  });
});

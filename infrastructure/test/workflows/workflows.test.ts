import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environments } from '../../environments/environments.ts';
import { jobsThatRun, linesOf, needsOf, readWorkflow, valueOf, type Situation } from './workflow-model.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');
const texts = Object.fromEntries(
  readdirSync(folder).map((file): [string, string] => [file, readFileSync(join(folder, file), 'utf8')]),
);

const roles = { AWS_DEPLOY_ROLE: 'arn:production', AWS_DEPLOY_ROLE_DEVELOPMENT: 'arn:development' };
const push = (branch: string): Situation => ({ event: 'push', ref: `refs/heads/${branch}`, vars: roles });
const checks = ['test', 'coverage', 'security'];
const all = [...checks, 'changes', 'deploy', 'notice'];

/** Which jobs run when: the whole of what the conditions of the workflow are for. */
const situations: [Situation, string[]][] = [
  [push('main'), all],
  [push('develop'), all],
  [push('feature/x'), []],
  [{ ...push('main'), hasChanges: false }, [...checks, 'changes', 'notice']],
  [{ ...push('main'), event: 'workflow_dispatch' }, all],
  [{ ...push('feature/x'), event: 'workflow_dispatch' }, checks],
  [{ ...push('main'), event: 'pull_request' }, checks],
  [{ ...push('develop'), event: 'pull_request' }, checks],
  [{ ...push('main'), ref: 'refs/pull/7/merge', event: 'pull_request' }, checks],
  [{ ...push('main'), vars: { ...roles, AWS_DEPLOY_ROLE: '' } }, [...checks, 'notice']],
  [{ ...push('develop'), vars: { AWS_DEPLOY_ROLE: 'arn:production' } }, [...checks, 'notice']],
  ...[...checks].map((name): [Situation, string[]] => [
    { ...push('main'), failing: [name] },
    [...checks, 'notice'],
  ]),
  [{ ...push('main'), failing: ['deploy'] }, all],
];

/** The lines that jobs run, in their order, with nothing that would hide a failure. */
const commands: Record<string, string[]> = {
  test: ['.ci/run'],
  coverage: ['npm ci', 'npm run coverage'],
  security: ['node .github/scripts/find-secrets.mjs', 'npm audit --package-lock-only --audit-level=high'],
  notice: ['node .github/scripts/notice.mjs'],
};
const deployment = [
  'npm ci',
  'deploy=(npm run cdk -w infrastructure -- deploy --all --require-approval never)',
  'deploy+=(-c environment="$ENVIRONMENT" -c canary="$CANARY" -c commit="$COMMIT" --outputs-file outputs.json)',
  'if [ -n "$ADDRESS" ]; then deploy=(node .github/scripts/while-asking.mjs "$ADDRESS" "${deploy[@]}"); fi',
  '"${deploy[@]}"',
  'echo "url=$(jq -r ".\\"Omomi-$ENVIRONMENT-Frontend\\".Url" infrastructure/outputs.json)" >> "$GITHUB_OUTPUT"',
  'test ! -e .github/scripts/smoke.mjs || node .github/scripts/smoke.mjs "$URL" --commit "$COMMIT" || .github/scripts/go-back.sh "$FORMER" "$ENVIRONMENT"',
  'test ! -e .github/scripts/upgrade.mjs || node .github/scripts/upgrade.mjs infrastructure/outputs.json "$ENVIRONMENT"',
  'node .github/scripts/model.mjs infrastructure/outputs.json "$ENVIRONMENT"',
];

const doneIn = (lines: string[]) => lines.filter((line) => line !== '');

const situationProblems = (text: string): string[] => {
  const workflow = readWorkflow(text);
  return situations.flatMap(([situation, expected]) => {
    try {
      const ran = jobsThatRun(workflow, situation);
      return ran.join() === expected.join() ? [] : [`${JSON.stringify(situation)}: ${ran.join()}`];
    } catch (error) {
      return [String(error)];
    }
  });
};

/** Returns what keeps the workflows from testing and deploying as they should. */
const problemsOf = ({ ci = '', deploy = '' }): string[] => {
  const { jobs } = readWorkflow(ci);
  const deploying = readWorkflow(deploy).jobs['deploy'];
  const smoke = deploying?.steps?.find(({ run }) => run?.includes('smoke.mjs'));
  const both = `${ci}\n${deploy}`;
  const target = (name: string, branch: string, inputs: Situation['inputs'] = {}): unknown =>
    valueOf(jobs['deploy']?.with?.[name] ?? 'null', { ...push(branch), inputs });
  const handedOn = ['former', 'address'].map((name) => jobs['deploy']?.with?.[name]);
  const compares = linesOf(jobs['changes']?.steps).join('\n');
  const compared = (branch: string) =>
    valueOf(jobs['changes']?.steps?.at(-1)?.env?.['ENVIRONMENT'] ?? 'null', push(branch));
  const wrong: [string, boolean][] = [
    ...Object.entries(commands).map(([name, lines]): [string, boolean] => [
      `${name} runs something else`,
      doneIn(linesOf(jobs[name]?.steps)).join('\n') !== lines.join('\n'),
    ]),
    ['deploy runs something else', doneIn(linesOf(deploying?.steps)).join('\n') !== deployment.join('\n')],
    ['a failure is hidden', /\|\|\s*(?:true|:|exit 0)|continue-on-error|set \+e/.test(both)],
    [
      'a step has a condition',
      [...Object.values(jobs), deploying].some((job) => job?.steps?.some((step) => step.if)),
    ],
    ['main is compared with another environment', compared('main') !== 'production'],
    ['develop is compared with another environment', compared('develop') !== 'development'],
    ['main goes elsewhere', target('environment', 'main') !== 'production'],
    ['main goes by another role', target('role', 'main') !== roles.AWS_DEPLOY_ROLE],
    ['develop goes elsewhere', target('environment', 'develop') !== 'development'],
    ['develop goes by another role', target('role', 'develop') !== roles.AWS_DEPLOY_ROLE_DEVELOPMENT],
    [
      'the deployment is not recorded',
      JSON.stringify(deploying?.environment) !==
        JSON.stringify({ name: '${{ inputs.environment }}', url: '${{ steps.stacks.outputs.url }}' }),
    ],
    ['it names another commit', deploying?.env?.['COMMIT'] !== '${{ inputs.commit || github.sha }}'],
    ['the secrets of the environment are not handed on', jobs['deploy']?.secrets !== 'inherit'],
    [
      'it is asked with another token, or for another feed',
      JSON.stringify(smoke?.env) !==
        JSON.stringify({
          URL: '${{ steps.stacks.outputs.url }}',
          SMOKE_TOKEN: '${{ secrets.SMOKE_TOKEN }}',
          SMOKE_FEED: '${{ vars.SMOKE_FEED }}',
        }),
    ],
    ['a new version gets everything at once', target('canary', 'main') !== 'on'],
    ['a start by hand cannot repair', target('canary', 'main', { canary: 'off' }) !== 'off'],
    [
      'it does not know what to go back to, or whom to ask',
      handedOn.join() !== '${{ needs.changes.outputs.former }},${{ needs.changes.outputs.address }}',
    ],
    [
      'it goes back to something else',
      !compares.includes(`"$(jq -r '.commitOid // empty' active.json)"\necho "former=$deployed" >>`),
    ],
    ['a deployment can be started by hand', Object.keys(readWorkflow(deploy).on).join() !== 'workflow_call'],
    ['the notice does not wait for all', needsOf(jobs['notice'] ?? {}).join() !== all.slice(0, -1).join()],
    [
      'what is compared is not decided by the script',
      !ci.includes('deploy="$(.github/scripts/needs-deployment.sh "$deployed" "$GITHUB_SHA")"'),
    ],
    ['only a part of the history is there', !/changes:[\s\S]*fetch-depth: 0[\s\S]*deploy:/.test(ci)],
    ['it is compared with the push before', both.includes('event.before')],
    [
      'pushes cancel a deployment',
      !ci.includes("cancel-in-progress: ${{ github.event_name == 'pull_request' }}"),
    ],
  ];
  return [...situationProblems(ci), ...wrong.flatMap(([what, is]) => (is ? [what] : []))];
};

const good = { ci: texts['ci.yml']!, deploy: texts['deploy.yml']! };

describe('the workflows', () => {
  it('test everything, and deploy main and develop once all checks have passed', () => {
    expect(problemsOf(good)).toEqual([]);
  });

  it('deploy environments that exist', () => {
    expect(Object.keys(environments)).toEqual(expect.arrayContaining(['production', 'development']));
  });

  /** Changes of which each breaks a condition, as pairs of a text and what takes its place. */
  const breaks: [keyof typeof good, string | RegExp, string][] = [
    ['ci', /if: >-\n\s+github\.event_name[\s\S]*?\n(?=\s+runs-on)/, "if: 'never'\n"],
    ['ci', "if: needs.changes.outputs.deploy == 'true'", "if: 'never'"],
    ['ci', "if: needs.changes.outputs.deploy == 'true'", "if: 'false'"],
    ['ci', "if: needs.changes.outputs.deploy == 'true'", 'if: true'],
    ['ci', /if: >-\n\s+always\(\)[\s\S]*?\n(?=\s+runs-on)/, "if: 'never'\n"],
    ['ci', 'always() && ', ''],
    ['ci', 'branches: [main, develop]', 'branches: [develop]'],
    ['ci', 'branches: [main, develop]', 'branches: [main]'],
    [
      'ci',
      "(github.ref == 'refs/heads/main' && vars.AWS_DEPLOY_ROLE != '')",
      "(github.ref == 'refs/heads/develop' && vars.AWS_DEPLOY_ROLE != '')",
    ],
    [
      'ci',
      "(github.ref == 'refs/heads/main' || github.ref == 'refs/heads/develop')",
      "(github.ref == 'refs/heads/develop')",
    ],
    ['ci', "github.event_name != 'pull_request' && (\n", '(\n'],
    ['ci', "vars.AWS_DEPLOY_ROLE != ''", "vars.AWS_DEPLOY_ROLE != 'x'"],
    ['ci', 'needs: [test, coverage, security]', 'needs: [test, coverage]'],
    ['ci', 'needs: [test, coverage, security]', 'needs: []'],
    ['ci', 'needs: [test, coverage, security, changes, deploy]', 'needs: [test]'],
    ['ci', "'production' || 'development'", "'development' || 'production'"],
    ['ci', /(with:\s+environment: .*)'production'/, "$1'development'"],
    ['ci', 'vars.AWS_DEPLOY_ROLE ||', 'vars.AWS_DEPLOY_ROLE_DEVELOPMENT ||'],
    ['ci', '- run: .ci/run', '- run: .ci/run || true'],
    ['ci', '- run: npm run coverage', '- run: npm run coverage || true'],
    ['ci', '- run: npm run coverage', '- run: npm run coverage; true'],
    ['ci', '- run: npm run coverage', "- run: npm run coverage\n        if: 'never'"],
    ['ci', '- run: .ci/run', '- run: .ci/run\n        continue-on-error: true'],
    ['ci', '- run: npm audit --package-lock-only --audit-level=high', '- run: npm audit || true'],
    ['ci', '- run: node .github/scripts/find-secrets.mjs', '- run: "true"'],
    ['ci', '"$deployed" "$GITHUB_SHA")"', '"$deployed" "$GITHUB_SHA" || echo false)"'],
    ['ci', "cancel-in-progress: ${{ github.event_name == 'pull_request' }}", 'cancel-in-progress: true'],
    ['deploy', 'name: ${{ inputs.environment }}\n', 'name: production\n'],
    ['deploy', 'url: ${{ steps.stacks.outputs.url }}\n', 'url: https://example.org\n'],
    ['deploy', ' -c canary="$CANARY"', ''],
    ['deploy', /\|\|\s+\.github\/scripts\/go-back\.sh "\$FORMER" "\$ENVIRONMENT"/, ''],
    ['deploy', ' -c commit="$COMMIT"', ''],
    ['deploy', ' --commit "$COMMIT"', ''],
    ['deploy', 'inputs.commit || github.sha', 'github.sha'],
    ['deploy', 'secrets.SMOKE_TOKEN', 'secrets.OTHER_TOKEN'],
    ['deploy', 'vars.SMOKE_FEED', "''"],
    ['deploy', 'URL: ${{ steps.stacks.outputs.url }}', 'URL: ${{ inputs.address }}'],
    ['ci', 'secrets: inherit', ''],
    ['deploy', '"${deploy[@]}"\n', '"${deploy[@]}" || true\n'],
    ['ci', "inputs.canary || 'on'", "inputs.canary || 'off'"],
    ['ci', "inputs.canary || 'on'", "'on'"],
    ['ci', 'former: ${{ needs.changes.outputs.former }}', 'former: ${{ github.sha }}'],
    ['ci', 'echo "former=$deployed"', 'echo "former=$GITHUB_SHA"'],
    ['deploy', 'workflow_call:', 'workflow_dispatch:'],
    ['deploy', 'deploy --all', 'deploy Omomi-production-Compute'],
    ['deploy', /(node \.github\/scripts\/smoke\.mjs .*) \|\|/, '$1 || true ||'],
    ['deploy', /node \.github\/scripts\/smoke\.mjs .*/, 'echo ||'],
    ['deploy', /run: node \.github\/scripts\/model\.mjs .*/, 'run: echo'],
  ];

  it.each(breaks)('are red if %s has %s as %s', (file, from, to) => {
    const broken = good[file].replace(from, to);
    expect(broken).not.toBe(good[file]);
    expect(problemsOf({ ...good, [file]: broken })).not.toEqual([]);
  });

  it('are compared with coverage of 80 % of lines, statements, functions and branches', () => {
    const configuration = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
    for (const what of ['lines', 'statements', 'functions', 'branches'])
      expect(configuration).toMatch(new RegExp(`thresholds: {[^}]*\\b${what}: 80\\b`));
  });

  it('set a time limit for every job of their own', () => {
    const endless = Object.entries(texts).flatMap(([file, text]) =>
      Object.entries(readWorkflow(text).jobs)
        .filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined)
        .map(([name]) => `${file}: ${name}`),
    );
    expect(endless).toEqual([]);
  });

  it('run actions of others at a commit, with its version beside it', () => {
    // A tag can be moved to other code, which would run with the secrets of the repository.
    const foreign = Object.entries(texts).flatMap(([file, text]) =>
      [...text.matchAll(/uses: (?!\.\/)(.*)/g)].map(([, used = '']) => `${file}: ${used}`),
    );
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign.filter((used) => !/^\S+: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))).toEqual([]);
  });

  it('name only files that exist', () => {
    const named = JSON.stringify(texts).matchAll(/\.\/?\.?(?:github|ci)\/[\w./-]+/g);
    expect([...named].map(([path]) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

import { createContext, runInContext } from 'node:vm';
import { parse } from 'yaml';

export type Step = {
  run?: string;
  uses?: string;
  if?: string;
  env?: Record<string, string>;
  with?: object;
  'timeout-minutes'?: number;
};
export type Job = {
  needs?: string | string[];
  if?: string;
  uses?: string;
  with?: Record<string, string>;
  secrets?: string;
  env?: Record<string, string>;
  environment?: unknown;
  concurrency?: unknown;
  permissions?: Record<string, string>;
  steps?: Step[];
  'timeout-minutes'?: number;
};
export type Workflow = {
  on: {
    push?: { branches?: string[] };
    pull_request?: null;
    workflow_dispatch?: null;
    workflow_call?: object;
    schedule?: object;
  };
  jobs: Record<string, Job>;
};

export const readWorkflow = (text: string): Workflow => parse(text) as Workflow;

/** The start of a run of a workflow, and the results of its jobs. */
export type Situation = {
  event: 'push' | 'pull_request' | 'workflow_dispatch' | 'schedule';
  ref: string;
  /** The variables of the repository. */
  vars: Record<string, string>;
  /** The jobs that fail. */
  failing?: string[];
  /** The inputs of a run that was started by hand. */
  inputs?: Record<string, string>;
  /** The result of the job `changes`. */
  hasChanges?: boolean;
};

export const needsOf = ({ needs }: Job): string[] => [needs ?? []].flat();

const contextOf = ({ event, ref, vars, inputs = {}, hasChanges = true }: Situation) => ({
  inputs,
  github: { event_name: event, ref },
  vars: { AWS_DEPLOY_ROLE: '', AWS_DEPLOY_ROLE_DEVELOPMENT: '', AWS_DEPLOY_ROLE_NIGHTLY: '', ...vars },
  needs: { changes: { outputs: { deploy: String(hasChanges) } } },
  always: () => true,
});

/** Computes an expression of GitHub Actions, whose operators are those of JavaScript for texts. @throws for unknown names. */
export const valueOf = (expression: string, situation: Situation): unknown =>
  runInContext(expression.replace(/^\$\{\{(.*)\}\}$/s, '$1'), createContext(contextOf(situation)));

/** Returns the jobs that run in this situation. A job waits for those that it needs; all of them must have succeeded. */
export const jobsThatRun = ({ on, jobs }: Workflow, situation: Situation): string[] => {
  const { event, ref, failing = [] } = situation;
  const isTriggered =
    event === 'push' ? on.push?.branches?.includes(ref.replace('refs/heads/', '')) === true : event in on;
  if (!isTriggered) return [];
  const ran: string[] = [];
  const runs = (name: string): boolean => {
    const job = jobs[name]!;
    const condition = job.if ?? 'true';
    const isMet = Boolean(valueOf(condition, situation));
    const needed = needsOf(job);
    const areDone = needed.every((other) => ran.includes(other) && !failing.includes(other));
    return isMet && (areDone || condition.includes('always()'));
  };
  // In the file, a job stands behind those that it needs.
  for (const name of Object.keys(jobs)) if (runs(name)) ran.push(name);
  return ran;
};

/** Returns the lines that a job runs, one by one. */
export const linesOf = (steps: Step[] | undefined): string[] =>
  (steps ?? []).flatMap(({ run }) => (run ?? '').split('\n')).map((line) => line.trim());

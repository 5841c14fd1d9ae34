// Tells what became of a run on a branch that is deployed. When a job did not succeed, it opens an issue, adds a comment to
// it for each further failure, and closes it when the branch is green again: GitHub mails these to everyone who watches the
// repository. Failures and finished deployments also go to a webhook, as JSON with a `text`, which chats understand.
//
// Reads NEEDS (the `needs` context as JSON), BRANCH, COMMIT, RUN_URL and WEBHOOK_URL (empty: none), and calls the GitHub CLI.
import { execFileSync } from 'node:child_process';

const { BRANCH: branch, COMMIT: commit, RUN_URL: run, WEBHOOK_URL: webhook } = process.env;
const TITLE = `${branch} is not deployed`;

const gh = (...args) => execFileSync('gh', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const tell = async (text) => {
  if (!webhook) return;
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`the webhook answers ${answer.status}`);
};

const results = Object.entries(JSON.parse(process.env.NEEDS)).map(([job, { result }]) => ({ job, result }));

// A job that ran into its time limit counts as cancelled, not as failed. A job is skipped when it is not needed.
const failed = results.filter(({ result }) => result !== 'success' && result !== 'skipped');
const isGreen = failed.length === 0 && results.some(({ result }) => result === 'success');
const isDeployed = isGreen && results.some(({ job, result }) => job === 'deploy' && result === 'success');

// The search of the CLI also finds titles that are only similar.
const open = JSON.parse(
  gh('issue', 'list', '--state', 'open', '--search', `in:title "${TITLE}"`, '--json', 'number,title'),
).filter(({ title }) => title === TITLE);

if (failed.length > 0) {
  const what = failed.map(({ job, result }) => `${job}: ${result}`).join(', ');
  const body = `${commit} is not deployed (${what}), see ${run}`;
  if (open.length === 0) gh('issue', 'create', '--title', TITLE, '--body', body);
  else gh('issue', 'comment', String(open[0].number), '--body', body);
  await tell(`${branch}: ${body}`);
} else if (isGreen) {
  for (const { number } of open)
    gh('issue', 'close', String(number), '--comment', `${commit} is green again, see ${run}`);
  if (isDeployed) await tell(`${branch}: ${commit} is deployed, see ${run}`);
}

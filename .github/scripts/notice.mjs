// Opens an issue when a job on main did not succeed, adds a comment to it for each further failure, and closes it when
// main is green again. GitHub mails it to everyone who watches the repository.
//
// Reads NEEDS (the `needs` context as JSON), COMMIT and RUN_URL, and calls the GitHub CLI.
import { execFileSync } from 'node:child_process';

const TITLE = 'main is not deployed';

const gh = (...args) => execFileSync('gh', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const results = Object.entries(JSON.parse(process.env.NEEDS)).map(([job, { result }]) => ({ job, result }));
const { COMMIT: commit, RUN_URL: run } = process.env;

// A job that ran into its time limit counts as cancelled, not as failed. A job is skipped when it is not needed.
const failed = results.filter(({ result }) => result !== 'success' && result !== 'skipped');
const isGreen = failed.length === 0 && results.some(({ result }) => result === 'success');

// The search of the CLI also finds titles that are only similar.
const open = JSON.parse(
  gh('issue', 'list', '--state', 'open', '--search', `in:title "${TITLE}"`, '--json', 'number,title'),
).filter(({ title }) => title === TITLE);

if (failed.length > 0) {
  const what = failed.map(({ job, result }) => `${job}: ${result}`).join(', ');
  const body = `${commit} is not deployed (${what}), see ${run}`;
  if (open.length === 0) gh('issue', 'create', '--title', TITLE, '--body', body);
  else gh('issue', 'comment', String(open[0].number), '--body', body);
} else if (isGreen) {
  for (const { number } of open)
    gh('issue', 'close', String(number), '--comment', `${commit} is green again, see ${run}`);
}

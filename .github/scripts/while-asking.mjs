// Runs a command, and asks a deployment for /api/health each second meanwhile: a new version of the API gets a tenth of the requests
// while it is tried, which would be none if nobody reads. Ends as the command does.
//
//   while-asking.mjs <address of the deployment> <command> <its arguments>
import { spawn } from 'node:child_process';

const [address, command, ...args] = process.argv.slice(2);
const answers = new Map();

const ask = async () => {
  const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(10_000) }).then(
    async ({ status, body }) => {
      await body?.cancel();
      return status;
    },
    () => 'none',
  );
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
};

const timer = setInterval(() => void ask(), Number(process.env.ASK_PAUSE_MS ?? 1000));
const end = (status) => {
  clearInterval(timer);
  const counts = [...answers].map(([answer, count]) => `${answer}: ${count}`).join(', ');
  console.log(`Answers of ${address}/api/health meanwhile: ${counts || 'none was asked for'}`);
  process.exit(status);
};
const child = spawn(command, args, { stdio: 'inherit' });
child.once('error', (error) => {
  console.error(error.message);
  end(1);
});
// A command that was ended by a signal has no status.
child.once('close', (status) => end(status ?? 1));

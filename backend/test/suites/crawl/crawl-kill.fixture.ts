import { runCrawl } from '../../../src/local/crawl/run-crawl.ts';
import { createLog } from '../../../src/logging/redact.ts';

// The command `npm run crawl`, with every name resolved to this machine. Arguments: those of the command.
const code = await runCrawl({
  args: process.argv.slice(2),
  variables: process.env,
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  log: createLog(
    (line) => process.stderr.write(line),
    () => new Date(),
  ),
  folder: process.cwd(),
  isTerminal: false,
  isStopping: () => false,
  lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
});
process.exit(code);

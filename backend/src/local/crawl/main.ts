import { runCrawl } from './run-crawl.ts';
import { runInProcess } from '../cli/command.ts';

let isStopping = false;
process.once('SIGINT', () => {
  // The pages in work are finished. A second Ctrl-C ends the process at once, which loses nothing either.
  isStopping = true;
});

await runInProcess((options) =>
  runCrawl({
    ...options,
    folder: process.env['INIT_CWD'] ?? process.cwd(),
    isTerminal: process.stderr.isTTY,
    isStopping: () => isStopping,
  }),
);

import { defineConfig } from 'vitest/config';
import { SlowFirst } from './backend/test/harness/times/slow-first.ts';
import SlowestFilesReporter from './backend/test/harness/times/slowest-files.ts';

/**
 * Files that need settings of their own, a runner that nobody else uses, or the only reader of a machine. The others also go through
 * the deployment in the box: `npm run test:e2e -- --mode box`.
 */
const OF_ONE_RUNNER = [
  'account',
  'journey',
  'notified-search',
  'other-origin',
  'own-ways',
  'owner',
  'sessions',
  'sign-in',
  'articles/choices',
  // Two processes that begin at the same time know fewer texts of an event than one does, so about one of its 200 stories stays in two.
  'articles/finished-stories',
  // Its articles join a story that those of another file began, and no text but the first one decides what fits there.
  'articles/stories',
  'articles/machine-texts',
  'feeds/newsletter',
  'feeds/table',
  'xss/page',
];

export default defineConfig(({ mode }) => ({
  test: {
    name: 'browser',
    include: ['frontend/e2e/**/*.test.ts'],
    exclude: mode === 'box' ? OF_ONE_RUNNER.map((name) => `frontend/e2e/${name}.test.ts`) : [],
    setupFiles: ['backend/test/harness/times/cpu-time.setup.ts', 'frontend/e2e/browser.setup.ts'],
    reporters: ['default', new SlowestFilesReporter()],
    globalSetup:
      mode === 'box'
        ? ['frontend/e2e/box/box.setup.ts']
        : // At the end of the run it searches all that the runners have logged for secrets.
          ['backend/test/harness/logs/logs.global-setup.ts'],
    // A failure says what a list held, and not only how many elements it had.
    chaiConfig: { truncateThreshold: 2000 },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Each file has its own runner. Workers run one file after another and keep their browser and what they have loaded. The
    // longest files come first, so that none of them is the last one alone. One worker more than CI has cores, because tests
    // wait for pages and for notices to go.
    isolate: false,
    // Through the box one, since functions that begin together keep articles for longer than a test waits.
    maxWorkers: mode === 'box' ? 1 : 3,
    sequence: { sequencer: SlowFirst },
    tags: [{ name: 'long', description: 'opens every page, in several letters or looks' }],
  },
}));

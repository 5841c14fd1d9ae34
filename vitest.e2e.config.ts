import { defineConfig } from 'vitest/config';
import SlowestFilesReporter from './backend/test/harness/times/slowest-files.ts';

export default defineConfig({
  test: {
    name: 'browser',
    include: ['frontend/e2e/**/*.test.ts'],
    setupFiles: ['backend/test/harness/times/cpu-time.setup.ts', 'frontend/e2e/browser.setup.ts'],
    reporters: ['default', new SlowestFilesReporter()],
    // What the runners log while a browser signs in is searched for secrets at the end of the run.
    globalSetup: ['backend/test/harness/logs/logs.global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two files at once took 370 s on two cores where one after another took 581 s in the same hour. Each file has its
    // own runner and browser.
    maxWorkers: 2,
  },
});

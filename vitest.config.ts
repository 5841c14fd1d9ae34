import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { SlowFirst } from './backend/test/harness/times/slow-first.ts';
import SlowestFilesReporter from './backend/test/harness/times/slowest-files.ts';

/** Marks what takes seconds even on a quiet machine. `npm run test:quick` leaves it out. */
const tags = [
  {
    name: 'long',
    description: 'starts processes, is killed at many points, reads megabytes or measures time',
  },
];

const limits = {
  // Only against what hangs: a busy machine takes ten times as long as a quiet one.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // A failure says what a list held, and not only how many elements it had.
  chaiConfig: { truncateThreshold: 2000 },
};

/**
 * Node itself loads the TypeScript of the back end and of the stacks, as it does for users, instead of Vite: loading takes
 * half of the time, and calls between modules are as fast as in production. `npm run coverage` needs Vite's source maps.
 */
const loadedByNode: TestUserConfig = process.argv.includes('--coverage')
  ? {}
  : {
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // Later runs, and the processes that tests start, need not compile the same sources again.
      env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled-tests') },
    };

/** The settings of the workers, which every project has. */
const workers = {
  // One more than there are cores, because the longest files also wait for the processes that they start.
  maxWorkers: availableParallelism() + 1,
  // Workers run one file after another and keep what they have loaded: starting a worker and loading the same modules
  // for each file took a quarter of the time. A test must therefore restore what it changes for the whole process.
  isolate: false,
};

/** The settings that every run has. */
export const shared: TestUserConfig = {
  ...workers,
  sequence: { sequencer: SlowFirst },
  reporters: ['default', new SlowestFilesReporter()],
};

export const backend: TestUserConfig = {
  ...loadedByNode,
  name: 'backend',
  tags,
  include: ['backend/{src,test}/**/*.test.ts'],
  // Every line that any test logs is searched for secrets at the end of the run.
  globalSetup: [
    'backend/test/harness/logs/logs.global-setup.ts',
    'backend/test/harness/engines/dynamodb-local.global-setup.ts',
  ],
  setupFiles: [
    'backend/test/harness/times/cpu-time.setup.ts',
    'backend/test/harness/compile-cache.setup.ts',
    'backend/test/harness/logs/flush-logs.setup.ts',
    'backend/test/harness/property-runs.setup.ts',
  ],
  ...limits,
};

export const infrastructure: TestUserConfig = {
  ...loadedByNode,
  name: 'infrastructure',
  tags,
  include: ['infrastructure/test/**/*.test.ts'],
  setupFiles: [
    'backend/test/harness/times/cpu-time.setup.ts',
    'backend/test/harness/compile-cache.setup.ts',
    'backend/test/harness/property-runs.setup.ts',
  ],
  // The CDK's own check of templates takes seconds to load and only warns; `npm run synth` applies it.
  env: { ...loadedByNode.env, CDK_VALIDATION: 'false' },
  globalSetup: ['backend/test/harness/engines/dynamodb-local.global-setup.ts'],
  ...limits,
};

export const frontend = {
  extends: 'frontend/vite.config.ts',
  test: {
    name: 'frontend',
    // A project that extends another configuration does not inherit these.
    ...workers,
    tags,
    setupFiles: [
      'backend/test/harness/times/cpu-time.setup.ts',
      'backend/test/harness/property-runs.setup.ts',
    ],
    include: ['frontend/{src,test}/**/*.test.{ts,tsx}'],
    ...limits,
  },
};

export default defineConfig({
  test: {
    ...shared,
    // Measured by `npm run coverage` alone.
    coverage: {
      provider: 'v8',
      // Without the page's components (.tsx): they run in the browser suite, which is not measured.
      include: ['backend/src/**/*.ts', 'frontend/src/**/*.ts', 'infrastructure/lib/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      // In percent. A change below any of them is not deployed.
      thresholds: { lines: 80, statements: 80, functions: 80, branches: 80 },
    },
    // The longest files come first; see SlowFirst.
    projects: [
      {
        test: {
          ...backend,
          // What must come out the same on DynamoDB as on the embedded engine, with fewer runs where they are random.
          name: 'backend on DynamoDB Local',
          include: [
            'backend/test/suites/reader-model/model.test.ts',
            'backend/test/faults/{crash,faults-reading,faults-work,faults-accounts}.test.ts',
          ],
          env: {
            ...backend.env,
            TEST_ENGINE: 'dynamodb-local',
            MODEL_RUNS: '10',
            CRASH_RUNS: '10',
            FAULTS_ONE_OF: '20',
          },
        },
      },
      { test: infrastructure },
      { test: backend },
      frontend,
    ],
  },
});

import { defineConfig, type TestUserConfig } from 'vitest/config';
import { slowestFilesReporter } from './backend/test/harness/slowest-files.ts';

/** Marks what takes seconds even on a quiet machine. `npm run test:quick` leaves it out. */
const tags = [
  {
    name: 'long',
    description: 'starts processes, is killed at many points, reads megabytes or measures time',
  },
];

/** Only against what hangs: a busy machine takes ten times as long as a quiet one. */
const limits = { testTimeout: 240_000, hookTimeout: 240_000 };

/** What every run has in common. */
export const shared: TestUserConfig = {
  // One for each core: left to itself it keeps one core of two free.
  maxWorkers: '100%',
  // Workers run one file after another and keep what they have loaded: starting a worker and loading the same modules
  // for each file took a quarter of the time. A test must therefore restore what it changes for the whole process.
  isolate: false,
  reporters: ['default', slowestFilesReporter],
};

export const backend: TestUserConfig = {
  name: 'backend',
  tags,
  include: ['backend/{src,test}/**/*.test.ts'],
  // Every line that any test logs is searched for secrets at the end of the run.
  globalSetup: [
    'backend/test/harness/logs/logs.global-setup.ts',
    'backend/test/harness/engines/dynamodb-local.global-setup.ts',
  ],
  setupFiles: ['backend/test/harness/logs/flush-logs.setup.ts'],
  ...limits,
};

const infrastructure: TestUserConfig = {
  name: 'infrastructure',
  tags,
  include: ['infrastructure/test/**/*.test.ts'],
  globalSetup: ['backend/test/harness/engines/dynamodb-local.global-setup.ts'],
  ...limits,
};

export const frontend = {
  extends: 'frontend/vite.config.ts',
  test: { name: 'frontend', tags, include: ['frontend/{src,test}/**/*.test.{ts,tsx}'], ...limits },
};

export default defineConfig({
  test: {
    ...shared,
    // Measured by `npm run coverage` alone.
    coverage: {
      provider: 'v8',
      include: ['backend/src/**/*.ts', 'frontend/src/**/*.{ts,tsx}', 'infrastructure/lib/**/*.ts'],
      exclude: ['**/*.test.{ts,tsx}', '**/*.contract.ts', '**/*.fixture.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
    projects: [
      { test: backend },
      {
        test: {
          ...backend,
          // What must come out the same on DynamoDB as on the embedded engine, with fewer runs where they are random.
          name: 'backend on DynamoDB Local',
          include: [
            'backend/test/suites/reader-model/model.test.ts',
            'backend/test/faults/{crash,faults-reading,faults-work,faults-accounts}.test.ts',
          ],
          env: { TEST_ENGINE: 'dynamodb-local', MODEL_RUNS: '15', CRASH_RUNS: '15', FAULTS_ONE_OF: '20' },
        },
      },
      frontend,
      { test: infrastructure },
    ],
  },
});

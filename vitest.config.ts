import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One for each core: left to itself it keeps one core of two free.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'backend',
          include: ['backend/{src,test}/**/*.test.ts'],
          // Every line that any test logs is searched for secrets at the end of the run.
          globalSetup: [
            'backend/test/harness/logs/logs.global-setup.ts',
            'backend/test/harness/engines/dynamodb-local.global-setup.ts',
          ],
          setupFiles: ['backend/test/harness/logs/flush-logs.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 200_000,
        },
      },
      {
        test: {
          // What must come out the same on DynamoDB as on the embedded engine, with fewer runs where they are random.
          name: 'backend on DynamoDB Local',
          include: [
            'backend/test/suites/reader-model/model.test.ts',
            'backend/test/faults/{crash,faults-reading,faults-work,faults-accounts}.test.ts',
          ],
          env: { TEST_ENGINE: 'dynamodb-local', MODEL_RUNS: '15', CRASH_RUNS: '15', FAULTS_ONE_OF: '20' },
          globalSetup: [
            'backend/test/harness/logs/logs.global-setup.ts',
            'backend/test/harness/engines/dynamodb-local.global-setup.ts',
          ],
          setupFiles: ['backend/test/harness/logs/flush-logs.setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: 'frontend/vite.config.ts',
        test: { name: 'frontend', include: ['frontend/{src,test}/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          name: 'infrastructure',
          include: ['infrastructure/test/**/*.test.ts'],
          globalSetup: ['backend/test/harness/engines/dynamodb-local.global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});

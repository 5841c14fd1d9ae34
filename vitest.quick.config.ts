import { configDefaults, defineConfig } from 'vitest/config';
import { backend, frontend, infrastructure, shared } from './vitest.config.ts';

/*
 * `npm run test:quick`: a verdict in a minute on two cores. It leaves out the folders below, DynamoDB Local and the
 * tests tagged as long, and runs a property a tenth as often.
 */
export default defineConfig({
  test: {
    ...shared,
    projects: [
      { test: { ...infrastructure, env: { ...infrastructure.env, TEST_ENGINE: 'embedded' } } },
      {
        test: {
          ...backend,
          exclude: [
            ...configDefaults.exclude,
            'backend/test/faults/**',
            'backend/test/suites/reader-model/**',
          ],
          env: { ...backend.env, TEST_ENGINE: 'embedded', PROPERTY_SHARE: '0.1' },
        },
      },
      { ...frontend, test: { ...frontend.test, env: { PROPERTY_SHARE: '0.1' } } },
    ],
  },
});

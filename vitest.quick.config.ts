import { configDefaults, defineConfig } from 'vitest/config';
import { backend, frontend, shared } from './vitest.config.ts';

/*
 * `npm run test:quick`: a verdict within a minute. It leaves out the folders below, DynamoDB Local, the infrastructure and the
 * tests tagged as long.
 */
export default defineConfig({
  test: {
    ...shared,
    projects: [
      {
        test: {
          ...backend,
          exclude: [
            ...configDefaults.exclude,
            'backend/test/faults/**',
            'backend/test/suites/{local,reader-model}/**',
          ],
          env: { TEST_ENGINE: 'embedded' },
        },
      },
      frontend,
    ],
  },
});

import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// Node writes its cache of compiled sources when a process exits by itself, but workers are killed.
afterAll(() => flushCompileCache());

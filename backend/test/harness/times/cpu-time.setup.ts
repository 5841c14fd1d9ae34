import { afterAll } from 'vitest';
import { cpuSecondsSinceLast } from './cpu-time.ts';

// The first hook of a file runs last, so this one counts what the others do.
// oxlint-disable-next-line no-empty-pattern -- Vitest refuses a first argument that is no pattern.
afterAll(({}, file) => {
  file.meta.cpu_seconds = cpuSecondsSinceLast();
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** The quick run leaves these folders out. */
const isLeftOut = (file: string) => /backend\/test\/(?:faults|suites\/reader-model)\//.test(file);

const tests = globSync(
  ['backend/{src,test}/**/*.ts', 'frontend/src/**/*.test.{ts,tsx}', 'infrastructure/test/**/*.ts'],
  {
    cwd: root,
  },
)
  .filter((file) => !isLeftOut(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const filesWith = (pattern: RegExp) => tests.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

it('every property names its runs by runs(), so that the quick run makes fewer', () => {
  expect(tests.length).toBeGreaterThan(300);
  expect(filesWith(/numRuns: \d/)).toEqual([]);
});

it('no property lets fast-check build its map of all characters, which takes a second and 100 MB', () => {
  expect(filesWith(/unit: 'binar[y]'|fc\s*\.web(?:Url|Path|QueryParameters|Fragments|Segment)\(/)).toEqual(
    [],
  );
});

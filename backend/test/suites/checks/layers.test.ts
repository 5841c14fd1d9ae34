import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutualImports, upwardImports } from '../../../checks/layers.ts';

const layers = {
  'backend/src': { order: [['local', 'lambda'], ['feeds'], ['model']] },
  backend: { order: [['bench', 'test/suites'], ['src/**/*.test.ts'], ['test/harness'], ['src']] },
  'frontend/src/features': { order: [['*']] },
};
const upward = (from: string, to: string) => upwardImports(layers, [{ from, to }]);

describe('the order of the layers', () => {
  it('lets a folder import from itself and from the folders below it', () => {
    expect(upward('backend/src/feeds/a.ts', 'backend/src/model/feed/feed.ts')).toEqual([]);
    expect(upward('backend/src/local/a.ts', 'backend/src/model/a.ts')).toEqual([]);
    expect(upward('backend/src/feeds/a.ts', 'backend/src/feeds/room/b.ts')).toEqual([]);
  });

  it('names both files and both folders of an upward import', () => {
    expect(upward('backend/src/model/feed/a.ts', 'backend/src/feeds/b.ts')).toEqual([
      'backend/src/model/feed/a.ts imports backend/src/feeds/b.ts, but backend/src/model is below backend/src/feeds.',
    ]);
  });

  it('refuses imports between folders of the same layer', () => {
    expect(upward('backend/src/lambda/a.ts', 'backend/src/local/b.ts')).toEqual([
      'backend/src/lambda/a.ts imports backend/src/local/b.ts, but backend/src/lambda and backend/src/local stand side by side.',
    ]);
    expect(upward('frontend/src/features/jobs/a.tsx', 'frontend/src/features/feeds/b.ts')).toHaveLength(1);
    expect(upward('frontend/src/features/jobs/a.tsx', 'frontend/src/features/jobs/room/b.ts')).toEqual([]);
  });

  it('lets suites import the harness, the harness import the code, and the code import no test', () => {
    expect(upward('backend/test/suites/a.test.ts', 'backend/test/harness/app.ts')).toEqual([]);
    expect(upward('backend/src/feeds/a.test.ts', 'backend/test/harness/app.ts')).toEqual([]);
    expect(upward('backend/src/feeds/a.ts', 'backend/test/harness/app.ts')).toHaveLength(1);
    expect(upward('backend/test/harness/app.ts', 'backend/bench/runner.ts')).toHaveLength(1);
    expect(upward('backend/test/suites/a.test.ts', 'backend/bench/runner.ts')).toHaveLength(1);
  });

  it('counts a test beside the code as part of its folder', () => {
    expect(upward('backend/src/model/a.test.ts', 'backend/src/feeds/b.ts')).toHaveLength(1);
  });

  it('reports a folder that is in no layer', () => {
    expect(upward('backend/src/feeds/a.ts', 'backend/src/new/b.ts')).toEqual([
      'backend/src/new/b.ts lies in no folder of the order of backend/src: add it to layers.json.',
    ]);
  });
});

describe('folders that import each other', () => {
  it('are reported with a file for each direction, at any depth', () => {
    const imports = [
      { from: 'a/one/x.ts', to: 'a/two/y.ts' },
      { from: 'a/two/z.ts', to: 'a/one/x.ts' },
    ];
    expect(mutualImports(imports)).toEqual([
      'a/one and a/two import each other: a/one/x.ts imports a/two/y.ts, a/two/z.ts imports a/one/x.ts.',
    ]);
    expect(mutualImports(imports.slice(1))).toEqual([]);
  });
});

describe('the page on architecture', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8');
  const page = read('docs/architecture.md');
  const ours: typeof layers = JSON.parse(read('backend/checks/layers.json'));
  const folders = ours['backend/src'].order.flat();

  it('draws the folders in the order of their layers', () => {
    const rows = [...page.matchAll(/(?:upper|lower|ground)\["([^"]+)"\]/g)];
    const drawn = rows.flatMap(([, names = '']) => names.split(' → '));
    expect(drawn).toEqual(folders.filter((folder) => drawn.includes(folder)));
    const alone = ['local', 'lambda', 'app', 'clients', 'storage', 'api', 'model', 'contract'];
    expect(folders.filter((folder) => !drawn.includes(folder))).toEqual(alone);
  });

  it('says what each folder holds', () => {
    expect(folders.filter((folder) => !page.includes(`| \`backend/src/${folder}\``))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { missingPaths, treeOf } from '../../../checks/doc-paths.ts';

const tree = treeOf([
  'README.md',
  'docs/operations.md',
  'docs/adr/0001-one-table.md',
  'backend/src/feeds/follow.ts',
  'backend/src/feeds/history/read-history.ts',
  'backend/bench/bench.ts',
  'frontend/e2e/axe.test.ts',
]);
const missing = (text: string, document = 'docs/operations.md') =>
  missingPaths(document, text, tree, new Set(['made.json'])).map(({ line, path }) => `${line} ${path}`);

describe('the paths that a document names', () => {
  it('are found from the root, and without the folders at their beginning', () => {
    expect(
      missing('`backend/src/feeds/follow.ts`, `feeds/follow.ts`, `follow.ts` and `feeds/history/`.'),
    ).toEqual([]);
    expect(missing('`frontend/{e2e,bench}/axe.test.ts` and `backend/bench/*.ts`')).toEqual([
      '1 frontend/bench/axe.test.ts',
    ]);
  });

  it('are told with the document and the line if they do not exist', () => {
    const text = 'Text.\n\nSee `feeds/leave.ts`.\n```sh\nnode backend/bench/gone.ts --all\n```\n';
    expect(missingPaths('docs/operations.md', text, tree)).toEqual([
      { document: 'docs/operations.md', line: 3, path: 'feeds/leave.ts' },
      { document: 'docs/operations.md', line: 5, path: 'backend/bench/gone.ts' },
    ]);
    expect(missing('`follow.tsx`, `backend/src/feeds/lost/`, `gone/feeds/follow.ts`')).toEqual([
      '1 follow.tsx',
      '1 backend/src/feeds/lost/',
      '1 gone/feeds/follow.ts',
    ]);
  });

  it('are also the targets of links, from the folder of the document', () => {
    expect(
      missing('[one](adr/0001-one-table.md#context) [two](../README.md) [web](https://a.example/b.md)'),
    ).toEqual([]);
    expect(missing('[one](0001-one-table.md) [two](README.md)')).toEqual([
      '1 docs/0001-one-table.md',
      '1 docs/README.md',
    ]);
    expect(missing('[one](operations.md)', 'docs/adr/0001-one-table.md')).toEqual([
      '1 docs/adr/operations.md',
    ]);
  });

  it('are not addresses, types of content, files that are made, or what lies beside the repository', () => {
    expect(
      missing(
        '`GET /api/feeds/{feed_id}`, `application/json`, `made.json`, `../shared/README.md`, `https://a.example/x.ts`',
      ),
    ).toEqual([]);
  });
});

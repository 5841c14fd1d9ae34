import type { ExportPage } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { collectPages } from './data-settings.tsx';

const page = (entries: number, next: string | null) =>
  ({ entries: Array.from({ length: entries }), next_cursor: next }) as unknown as ExportPage;

describe('collecting an export', () => {
  it('loads page after page until the last, and reports the progress', async () => {
    const asked: (string | null)[] = [];
    const told: number[] = [];
    const pages = [page(2, 'b'), page(3, 'c'), page(0, null)];
    const collected = await collectPages(
      async (cursor) => {
        asked.push(cursor);
        return pages[asked.length - 1]!;
      },
      (entries) => told.push(entries),
    );
    expect(collected).toEqual(pages);
    expect(asked).toEqual([null, 'b', 'c']);
    expect(told).toEqual([2, 5, 5]);
  });
});

import type { CrawlExportPart } from '@omomi/backend/contract';
import { expect, it } from 'vitest';
import { collectParts } from './export-menu.tsx';

it('joins the parts of an export in order, and says how much it has', async () => {
  const texts = ['a\nb\n', 'c\n', ''];
  const sizes: number[] = [];
  const getPart = async (cursor: string | null): Promise<CrawlExportPart> => {
    const index = cursor === null ? 0 : Number(cursor);
    const isLast = index === texts.length - 1;
    return {
      text: texts[index] ?? '',
      content_type: 'application/jsonl',
      filename: 'crawl-pages.jsonl',
      next_cursor: isLast ? null : String(index + 1),
      has_more: !isLast,
    };
  };
  expect(await collectParts(getPart, (size) => sizes.push(size))).toEqual({
    parts: texts,
    name: 'crawl-pages.jsonl',
    type: 'application/jsonl',
  });
  expect(sizes).toEqual([4, 6, 6]);
});

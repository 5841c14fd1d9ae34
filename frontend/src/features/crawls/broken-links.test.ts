import type { CrawlLink } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byTarget } from './broken-links.tsx';

const link = (source: number, target: number): CrawlLink => ({
  source_id: String(source).padStart(16, '0'),
  source_url: `https://example.com/${source}`,
  target_url: `https://example.com/missing/${target}`,
  target_id: null,
  target_state: 'completed',
  target_status_code: 404,
  text: '',
  type: 'internal',
  rel: null,
  position: 0,
});

describe('broken links', () => {
  it('are grouped by the address that they lead to, none lost, the most linked first', () => {
    const place = fc.integer({ min: 0, max: 9 });
    const links = fc.array(fc.tuple(place, place).map(([source, target]) => link(source, target)));
    fc.assert(
      fc.property(links, (given) => {
        const groups = byTarget(given);
        const counts = groups.map((group) => group.links.length);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
        expect(new Set(groups.map(({ target_url: url }) => url)).size).toBe(groups.length);
        expect(new Set(groups.flatMap((group) => group.links))).toEqual(new Set(given));
      }),
    );
  });
});

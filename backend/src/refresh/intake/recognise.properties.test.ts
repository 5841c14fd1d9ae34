import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import type { Article } from '../../model/article/article.ts';
import type { SeenItem } from '../../model/feed/seen.ts';
import { identify } from './identify.ts';
import { articlesToRead, planIntake } from './plan-intake.ts';
import { recognise, remember } from './recognise.ts';

const source = {
  feed_id: '0123456789abcdef',
  is_private: false,
  site_url: null,
  document_url: 'https://site.example/feed',
};
const TTL = 2_000_000_000;
const terms = { now: new Date('2026-03-01T00:00:00.000Z'), ttl: TTL, isForNewSubscriber: false };

/** An item in one document; null if it is not there. The numbers stand for values from small sets, so that items share some. */
type Version = { guid: number; link: number; title: number; text: number } | null;

const anyVersion: fc.Arbitrary<Version> = fc.option(
  fc.record({
    // Most items keep their guids.
    guid: fc.nat(9).map((n) => Math.max(0, n - 7)),
    link: fc.nat(4),
    title: fc.nat(2),
    text: fc.nat(2),
  }),
  { nil: null, freq: 5 },
);
/** The documents of a feed: each of its items in one after the other. */
const anyHistory = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 6 }))
  .chain(([items, documents]) =>
    fc.array(fc.array(anyVersion, { minLength: items, maxLength: items }), {
      minLength: documents,
      maxLength: documents,
    }),
  );

const itemOf = (n: number, { guid, link, title, text }: NonNullable<Version>) => ({
  guid: `item ${n}, guid ${guid}`,
  link: `https://site.example/${link}`,
  title: `Item ${n}, headline ${title}`,
  content: `<p>Text ${text} of item ${n}</p>`,
  summary: null,
  author: null,
  categories: [],
  published_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
  updated_at: null,
  enclosures: [],
  image_url: null,
});

/** A feed's articles by id, as what is shown of them, and what is remembered of its items. */
const startFeed = () => {
  const articles = new Map<string, string>();
  let seen: SeenItem[] = [];
  return {
    articles,
    /** Takes a document in. Returns the ids of its items by their guids. */
    take: (versions: Version[], day: number): Map<string | null, string> => {
      const document = versions.flatMap((version, n) => (version === null ? [] : [itemOf(n, version)]));
      const recognition = recognise(seen, identify(document, source));
      const { items, replaced } = recognition;
      const stored = new Map(
        articlesToRead(recognition, items, terms).flatMap((id): [string, Article][] =>
          articles.has(id) ? [[id, { article_id: id, ttl: TTL } as Article]] : [],
        ),
      );
      const { admit, update, left_out } = planIntake({ recognition, stored }, items, terms);
      for (const { article_id, item } of [...admit, ...update])
        articles.set(article_id, `${item.title}: ${item.content}`);
      seen = remember(seen, items, day, replaced, left_out) ?? seen;
      return new Map(items.map(({ item, article_id }) => [item.guid, article_id]));
    },
  };
};

describe('the items of one document after the other', () => {
  it('keep their articles, and show their latest texts, whatever of guid, link, title and text changes', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const feed = startFeed();
        let before: ReadonlyMap<string | null, string> = new Map();
        for (const [day, versions] of history.entries()) {
          const ids = feed.take(versions, 20_000 + day);
          for (const [n, version] of versions.entries()) {
            if (version === null) continue;
            const { guid, title, content } = itemOf(n, version);
            const id = ids.get(guid) ?? '';
            expect(feed.articles.get(id)).toBe(`${title}: ${content}`);
            expect(id).toBe(before.get(guid) ?? id);
          }
          expect(new Set(ids.values()).size).toBe(ids.size);
          before = ids;
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('have the ids that every feed gives their links, unless another item has it', () => {
    const version = (link: number) => ({ guid: 0, link, title: 0, text: 0 });
    const feed = startFeed();
    const other = startFeed();
    const first = feed.take([version(0)], 20_000);
    expect(feed.take([{ ...version(1), title: 1 }, version(0)], 20_001).get('item 0, guid 0')).toBe(
      first.get('item 0, guid 0'),
    );
    expect(other.take([null, version(0)], 20_000).get('item 1, guid 0')).toBe(first.get('item 0, guid 0'));
    expect([...feed.articles.values()]).toEqual([
      'Item 0, headline 1: <p>Text 0 of item 0</p>',
      'Item 1, headline 0: <p>Text 0 of item 1</p>',
    ]);
  });
});

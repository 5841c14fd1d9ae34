import { broughtArticles } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { inRequests, readSaved } from './read-saved.ts';

const read = (file: unknown) => readSaved(JSON.stringify(file));

describe('a file of saved articles', () => {
  it('in the form of Google Reader has stars and labels; what has neither is passed over', () => {
    const item = (categories: string[], more: object = {}) => ({
      title: 'Ice',
      canonical: [{ href: 'https://a.example/1' }],
      content: { content: '<p>Text</p>' },
      author: 'Ann',
      published: 1_550_000_000,
      categories,
      ...more,
    });
    const star = 'user/-/state/com.google/starred';
    const one = {
      url: 'https://a.example/1',
      title: 'Ice',
      content: '<p>Text</p>',
      author: 'Ann',
      published_at: '2019-02-12T19:33:20.000Z',
      saved_at: '2019-02-12T19:33:20.000Z',
    };
    expect(
      read({
        id: 'user/ann/state/org.freshrss/feed/1',
        items: [
          item([star, 'user/-/label/気候']),
          item(['user/123/label/To do']),
          item(['user/-/state/com.google/read']),
          item([star], {
            canonical: undefined,
            alternate: [{ href: 'https://a.example/2' }],
            published: undefined,
          }),
          item([star], { canonical: undefined }),
        ],
      }),
    ).toEqual([
      { ...one, is_saved: true, tags: ['気候'] },
      { ...one, is_saved: false, tags: ['To do'] },
      { ...one, url: 'https://a.example/2', published_at: null, saved_at: null, is_saved: true, tags: [] },
    ]);
    const all = { id: 'user/ann/state/org.freshrss/starred', items: [item([])] };
    expect(read(all)).toMatchObject([{ is_saved: true }]);
    const takeout = {
      items: [item([star], { title: { content: 'Old' }, content: undefined, summary: { content: 'S' } })],
    };
    expect(read(takeout)).toMatchObject([{ title: 'Old', content: 'S' }]);
  });

  it('may be a JSON Feed; any other file is refused', () => {
    const items = [
      { id: '1', url: 'https://a.example/1', title: 'Ice', content_html: 'x', tags: ['x'.repeat(40)] },
    ];
    expect(read({ version: 'https://jsonfeed.org/version/1.1', title: 'Saved', items })).toMatchObject([
      { url: 'https://a.example/1', is_saved: true, tags: ['x'.repeat(24)], published_at: null },
    ]);
    expect(readSaved('<opml/>')).toBeNull();
    expect(read({ version: 1 })).toBeNull();
    expect(read([])).toBeNull();
  });

  it('goes in requests that the server takes, each article once and in order', () => {
    const size = fc.oneof(fc.nat(2_000), fc.nat(700_000));
    fc.assert(
      fc.property(fc.array(size, { maxLength: 60 }), (sizes) => {
        const file = {
          version: 'https://jsonfeed.org/version/1',
          items: sizes.map((length, n) => ({
            url: `https://a.example/${n}`,
            content_html: 'x'.repeat(length),
          })),
        };
        const articles = read(file)!;
        const requests = inRequests(articles);
        expect(requests.flat()).toEqual(articles);
        expect(articles).toHaveLength(sizes.length);
        for (const items of requests) {
          expect(broughtArticles.safeParse({ items }).success).toBe(true);
          expect(JSON.stringify({ items }).length).toBeLessThan(1_000_000);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

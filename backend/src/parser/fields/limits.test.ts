import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, MAX_AUTHOR, MAX_GUID, MAX_LINK, MAX_TITLE } from './limits.ts';
import { parseFeed } from '../parse-feed.ts';
import { ParseError } from './parsed-feed.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const parse = (text: string) => parseFeed(new TextEncoder().encode(text), null);
const rss = (items: string, channel = '') =>
  parse(`<rss version="2.0"><channel>${channel}${items}</channel></rss>`);
const letters = 'x'.repeat(400_000);
const GOOD = '<item><title>Good</title><link>https://good.example/1</link><guid>good</guid></item>';

describe('limits of a feed’s fields', () => {
  it.each([
    ['link', `<item><link>https://a.example/${letters}</link></item>`, 'link_too_long'],
    [
      'link, percent-encoded',
      `<item><link>https://a.example/${'あ'.repeat(2000)}</link></item>`,
      'link_too_long',
    ],
    ['guid', `<item><link>https://a.example/</link><guid>${letters}</guid></item>`, 'guid_too_long'],
  ])(
    'leaves out and reports an item whose %s is too long, and keeps all the others',
    async (_, item, reason) => {
      const { items, left_out } = await rss(item + GOOD + item);
      expect(items).toMatchObject([{ title: 'Good' }]);
      expect(left_out).toEqual([{ reason, count: 2 }]);
    },
  );

  it('identifies an item whose link is too long by its guid', async () => {
    const { items, left_out } = await rss(
      `<item><link>https://a.example/${letters}</link><guid>1</guid></item>`,
    );
    expect(items).toMatchObject([{ guid: '1', link: null }]);
    expect(left_out).toEqual([]);
  });

  it('accepts addresses and guids of exactly the allowed length', async () => {
    const link = `https://a.example/${'x'.repeat(MAX_LINK - 18)}`;
    const guid = 'g'.repeat(MAX_GUID);
    const { items } = await rss(`<item><link>${link}</link><guid isPermaLink="false">${guid}</guid></item>`);
    expect(items).toMatchObject([{ link, guid }]);
  });

  it('shortens titles and authors, and drops addresses that are too long', async () => {
    const feed = await rss(
      `<item><guid>1</guid><title>${letters}</title><author>${letters}</author><enclosure url="https://a.example/${letters}" type="audio/mpeg"/></item>`,
      `<title>${letters}</title><link>https://a.example/${letters}</link><image><url>https://a.example/${letters}</url></image>`,
    );
    expect(feed.title).toBe(`${'x'.repeat(MAX_TITLE - 1)}…`);
    expect(feed).toMatchObject({ site_url: null, icon_url: null });
    expect(feed.items[0]?.title).toBe(`${'x'.repeat(MAX_TITLE - 1)}…`);
    expect(feed.items[0]?.author).toHaveLength(MAX_AUTHOR);
    expect(feed.items[0]?.enclosures).toEqual([]);
  });

  it('keeps descriptions complete, however long', async () => {
    const { items } = await rss(`<item><guid>1</guid><description>${letters}</description></item>`);
    expect(items[0]?.content).toHaveLength(letters.length);
    const atom = await parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><content type="xhtml"><div><p><b>${letters}</b></p></div></content></entry></feed>`,
    );
    expect(atom.items[0]?.content.length).toBeGreaterThan(letters.length);
  });

  it.each(['(', '[', '<', '&lt;', '<!-- -->(', '<i/>('])(
    'reads 100,000 x %s as the name of an author',
    async (unit) => {
      const { items } = await rss(
        `<item><guid>1</guid><author>${unit.repeat(100_000)}</author></item>${GOOD}`,
      );
      expect(items).toHaveLength(2);
      expect((items[0]?.author ?? '').length).toBeLessThanOrEqual(MAX_AUTHOR);
    },
  );
});

describe('cutText', () => {
  const graphemes = (text: string) =>
    Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => segment);

  it('keeps the length limit and never splits a letter', () => {
    const letter = fc.constantFrom(
      'a',
      ' ',
      'é',
      'e\u0301',
      '\ud83d\ude00',
      '👩‍👩‍👧',
      '🇯🇵',
      'か\u3099',
      '\ud83d',
    );
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 60 }), fc.integer({ min: 20, max: 40 }), (parts, length) => {
        const text = parts.join('');
        const cut = cutText(text, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.isWellFormed()).toBe(true);
        const whole = text.toWellFormed();
        const kept = graphemes(cut.slice(0, -1));
        const isBeginning = graphemes(whole).slice(0, kept.length).join('') === kept.join('');
        expect(text.length <= length ? cut === whole : isBeginning && cut.endsWith('…')).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  it('cuts a letter with more marks than fit', () => {
    expect(cutText(`a${'\u0301'.repeat(1000)}`, 300)).toHaveLength(300);
  });
});

describe('documents that are too complex', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `<a${n}/>`).join('');
  const attributes = (count: number) => Array.from({ length: count }, (_, n) => ` a${n}="1"`).join('');

  it.each([
    [
      '1.7 million {}',
      `{"version":"1","title":"T","items":[${'{},'.repeat(1_700_000)}{}]}`,
      /300,000 values/,
    ],
    ['numbers', `{"version":"1","title":"T","items":[${'1,'.repeat(2_000_000)}1]}`, /300,000 values/],
    ['deep lists', `{"version":"1","title":"T","items":${'['.repeat(5_000_000)}`, /100 levels deep/],
    ['300,000 names', `<rss><channel><item>${names(300_000)}</item></channel></rss>`, /different names/],
    [
      'attribute names by the thousand',
      `<rss><channel><item>${'<i/>'.repeat(2000)}${Array.from({ length: 50 }, (_, n) => `<b${attributes(60).replaceAll('a', `a${n}_`)}/>`).join('')}</item></channel></rss>`,
      /different names/,
    ],
  ])('are refused as too complex: %s', async (_, document, message) => {
    const error = await parse(document).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ParseError);
    expect(error).toMatchObject({ fault: 'too_complex', message: expect.stringMatching(message) });
  });

  it('keeps the items around an element with 300,000 attributes', async () => {
    const { items } = await rss(`<item><guid>1</guid><enclosure${attributes(300_000)}/></item>${GOOD}`).catch(
      () => ({
        items: [],
      }),
    );
    // The document is either refused for its many names or repaired. Both are correct if the parser ends soon.
    expect([0, 2]).toContain(items.length);
  });

  it('accepts an ordinary amount of everything', async () => {
    const item = (n: number) =>
      `<item><guid>${n}</guid><title>t</title>${names(50)}<media:content url="https://a.example/${n}" type="audio/mpeg"/></item>`;
    const { items } = await rss(Array.from({ length: 1500 }, (_, n) => item(n)).join(''));
    expect(items).toHaveLength(1500);
  });
});

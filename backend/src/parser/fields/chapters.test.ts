import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { parseFeed } from '../parse-feed.ts';
import { inOrder, MAX_CHAPTER_TITLE, MAX_CHAPTERS, secondsOf } from './chapters.ts';

const namespaces =
  'xmlns:psc="http://podlove.org/simple-chapters" xmlns:podcast="https://podcastindex.org/namespace/1.0"';
const mp3 = '<enclosure url="https://a.example/1.mp3" type="audio/mpeg" length="12"/>';
const podlove = `<psc:chapters version="1.2"><psc:chapter start="00:01:02.500" title="Two &lt;b&gt;&amp;amp;"/>
<psc:chapter start="0" title="One" href="javascript:alert(1)"/><psc:chapter start="soon" title="Never"/><psc:chapter start="9"/></psc:chapters>`;

const enclosuresOf = async (inItem: string) => {
  const text = `<rss version="2.0" ${namespaces}><channel><title>F</title><item><guid>1</guid>${inItem}</item></channel></rss>`;
  const { items } = await parseFeed(new TextEncoder().encode(text), 'application/rss+xml');
  return items[0]?.enclosures;
};
const recording = { url: 'https://a.example/1.mp3', type: 'audio/mpeg', length: 12 };
const chapters = [
  { start: 0, title: 'One' },
  { start: 62.5, title: 'Two &' },
];

describe('the chapters that a feed states', () => {
  it('are read from the feed itself, or as the address of their document', async () => {
    expect(await enclosuresOf(mp3)).toEqual([recording]);
    expect(await enclosuresOf(mp3 + podlove)).toEqual([{ ...recording, chapters }]);
    const other = '<podcast:chapters url="https://a.example/1.json" type="application/json+chapters"/>';
    expect(await enclosuresOf(mp3 + other)).toEqual([{ ...recording, chapters: 'https://a.example/1.json' }]);
    expect(await enclosuresOf(mp3 + other + podlove)).toEqual([{ ...recording, chapters }]);
  });

  it('belong to the first recording, and to no address that is none of the web', async () => {
    const picture = '<enclosure url="https://a.example/1.png" type="image/png" length="1"/>';
    expect(await enclosuresOf(picture + mp3 + podlove)).toMatchObject([{ type: 'image/png' }, { chapters }]);
    expect((await enclosuresOf(picture + mp3 + podlove))?.[0]).not.toHaveProperty('chapters');
    for (const url of [
      'javascript:alert(1)',
      'data:application/json,{}',
      `https://a.example/${'a'.repeat(9000)}`,
    ])
      expect(await enclosuresOf(`${mp3}<podcast:chapters url="${url}" type="a/b"/>`)).toEqual([recording]);
    expect(await enclosuresOf(podlove)).toEqual([]);
  });

  it('are read from Atom too', async () => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom" ${namespaces}><title>F</title><entry><id>1</id>
      <link rel="enclosure" href="https://a.example/1.mp3" type="audio/mpeg" length="12"/>${podlove}</entry></feed>`;
    const { items } = await parseFeed(new TextEncoder().encode(text), 'application/atom+xml');
    expect(items[0]?.enclosures).toEqual([{ ...recording, chapters }]);
  });
});

describe('times of chapters', () => {
  it.each([
    ['0', 0],
    ['00:00:05.250', 5.25],
    ['12:34', 754],
    ['1:02:03', 3723],
    ['', Number.NaN],
    ['1:2:3:4', Number.NaN],
    ['-1', Number.NaN],
    ['1e9', Number.NaN],
  ])('%j is %d seconds', (time, seconds) => expect(secondsOf(time)).toBe(seconds));
});

it('chapters in order begin later and later, have titles without markup of HTML, and keep their limits', () => {
  const any = fc.record({
    start: fc.oneof(fc.double(), fc.integer({ min: -10, max: 4000 })),
    title: fc.string({ unit: anyCharacter, maxLength: 300 }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 400 }), (given) => {
      const found = inOrder(given);
      expect(found.length).toBeLessThanOrEqual(MAX_CHAPTERS);
      for (const [at, { start, title }] of found.entries()) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start).toBeGreaterThan(found[at - 1]?.start ?? -1);
        expect(title.length).toBeLessThanOrEqual(MAX_CHAPTER_TITLE);
        expect(title.trim()).not.toBe('');
        expect(title.isWellFormed()).toBe(true);
      }
      expect(inOrder(found)).toHaveLength(found.length);
    }),
    { numRuns: runs(200) },
  );
});

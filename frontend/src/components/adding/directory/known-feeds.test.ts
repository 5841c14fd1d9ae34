import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { feedsLike, feedsOf, findFeeds, knownFeeds, topics, wordsAbout } from './known-feeds.ts';
import text from './feeds.tsv?raw';
import { typedWords } from './directory.tsx';

const lines = text.split('\n').filter((line) => line !== '');
const sources = lines.filter((line) => line.startsWith('# source\t')).map((line) => line.split('\t'));

describe('the list of well-known feeds', () => {
  it('has lines of one form: a title, a web address, a topic, a language, a source with its licence and date', () => {
    // A line of another form would have been left out.
    expect(knownFeeds).toHaveLength(lines.filter((line) => !line.startsWith('#')).length);
    expect(knownFeeds.length).toBeGreaterThan(350);
    expect(sources.every((source) => source.length === 5)).toBe(true);
    for (const [, , address, licence, date] of sources) {
      expect(address).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+$/);
      expect(['CC0-1.0', 'MIT']).toContain(licence);
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
    for (const { title, url, source } of knownFeeds) {
      expect(title).toBe(title.trim());
      expect(title.length).toBeLessThan(60);
      expect(sources.map(([, name]) => name)).toContain(source);
      const { protocol, username, hostname, hash } = new URL(url);
      expect([protocol === 'https:' || protocol === 'http:', username, hash]).toEqual([true, '', '']);
      expect(hostname).toMatch(/\.[a-z]{2,}$/);
    }
  });

  it('has each address and each title once', () => {
    const plain = knownFeeds.map(({ url }) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''));
    expect(plain.filter((url, at) => plain.indexOf(url) !== at)).toEqual([]);
    const titles = knownFeeds.map(({ title }) => title.toLowerCase());
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  it('has feeds of every topic, and of three languages', () => {
    for (const topic of topics) expect([topic, feedsOf(topic, 'en').length > 2]).toEqual([topic, true]);
    for (const language of ['en', 'ja', 'de'])
      expect(knownFeeds.filter((feed) => feed.language === language).length).toBeGreaterThan(40);
  });
});

describe('finding a feed', () => {
  const nameOf = (topic: string) => topic;
  it('puts titles that begin with the words first, then those in the language of the reader', () => {
    expect(findFeeds('the guardian', 'en', nameOf)[0]?.title).toMatch(/^The Guardian/);
    expect(findFeeds('ＦＡＺ', 'de', nameOf)[0]?.title).toBe('FAZ');
    expect(findFeeds('space', 'en', nameOf)[0]?.title).toBe('Space.com');
    expect(findFeeds('heise', 'en', nameOf)[0]?.url).toContain('heise.de');
    expect(findFeeds('news', 'ja', nameOf).findIndex(({ language }) => language === 'ja')).toBeLessThan(
      findFeeds('news', 'en', nameOf).findIndex(({ language }) => language === 'ja'),
    );
    expect(feedsOf('news', 'de')[0]?.language).toBe('de');
    expect(findFeeds(' ', 'en', nameOf)).toEqual([]);
  });

  it('finds each feed by its whole title and by its host, and only feeds that have all the words', () => {
    fc.assert(
      fc.property(fc.constantFrom(...knownFeeds), fc.constantFrom('en', 'ja', 'de'), (feed, language) => {
        const urls = (words: string) => findFeeds(words, language, nameOf).map(({ url }) => url);
        expect(urls(feed.title)).toContain(feed.url);
        expect(urls(new URL(feed.url).hostname.replace(/^www\./, ''))).toContain(feed.url);
        expect(urls(`${feed.title} qqzz`)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  it.each([
    ['the guardian', 'the guardian'],
    [' 技術 ', '技術'],
    ['a', null],
    ['', null],
    ['example.com', null],
    ['http://localhost', null],
    ['one\ntwo', null],
    ['<opml>', null],
  ])('takes %j for %j', (typed, words) => {
    expect(typedWords(typed)).toBe(words);
  });
});

describe('feeds that are like one', () => {
  const all = new Set(['en', 'ja', 'de']);
  const nearIf = (isNear: (at: number) => number) => knownFeeds.map((_, at) => isNear(at));

  it('are the nearest of the topic whose nearest are the nearest, in these languages', () => {
    const near = nearIf((at) =>
      knownFeeds[at]?.topic === 'food' ? 0.5 + at / 10_000 : knownFeeds[at]?.title === 'Nature' ? 0.9 : 0.1,
    );
    const found = feedsLike(knownFeeds, near, all);
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ topic }) => topic))).toEqual(new Set(['food']));
    expect(found[0]).toBe(knownFeeds.findLast(({ topic }) => topic === 'food'));
    expect(feedsLike(knownFeeds, near, new Set(['ja']))).toEqual([]);
  });

  it('are none if none is near enough, and never more than five of one topic', () => {
    expect(
      feedsLike(
        knownFeeds,
        nearIf(() => 0.29),
        all,
      ),
    ).toEqual([]);
    expect(feedsLike(knownFeeds, [], all)).toEqual([]);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: knownFeeds.length }),
        (nearness) => {
          const found = feedsLike(knownFeeds, nearness, all);
          expect(found.length).toBeLessThanOrEqual(5);
          expect(new Set(found.map(({ topic }) => topic)).size).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('are compared by at most 500 texts of at most 300 characters', () => {
    const texts = knownFeeds.map(wordsAbout);
    expect(texts.length).toBeLessThanOrEqual(500);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(300);
  });
});

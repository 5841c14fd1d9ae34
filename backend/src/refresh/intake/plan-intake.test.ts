import { describe, expect, it } from 'vitest';
import type { Article } from '../../model/article/article.ts';
import type { SeenItem } from '../../model/feed/seen.ts';
import type { ParsedItem } from '../../parser/fields/parsed-feed.ts';
import { identify } from './identify.ts';
import { articlesToRead, planIntake, type IntakePlan } from './plan-intake.ts';
import { recognise, remember } from './recognise.ts';
import { scoreMessages } from './ingest.ts';

const NOW = new Date('2026-03-01T00:00:00.000Z');
const TTL = 2_000_000_000;
const TODAY = 20_000;
const source = {
  feed_id: '0123456789abcdef',
  is_private: false,
  site_url: null,
  document_url: 'https://site.example/feed',
};

/** Returns item n, published n minutes after the start of 2026. */
const item = (n: number, parts: Partial<ParsedItem> = {}): ParsedItem => ({
  guid: `guid-${n}`,
  link: `https://site.example/${n}`,
  title: `Article ${n}`,
  content: `<p>The text of article ${n}.</p>`,
  summary: null,
  author: null,
  categories: [],
  published_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
  updated_at: null,
  enclosures: [],
  image_url: null,
  ...parts,
});
const items = (count: number): ParsedItem[] => Array.from({ length: count }, (_, n) => item(n));

const seenOf = (before: ParsedItem[]): SeenItem[] =>
  remember([], identify(before, source), TODAY, new Set(), new Set()) ?? [];
const idOf = (one: ParsedItem): string => identify([one], source)[0]!.article_id;
const stored = (ttl: number) => ({ ttl }) as Article;

type Case = {
  before?: ParsedItem[];
  articles?: [ParsedItem, Article | null][];
  isForNewSubscriber?: boolean;
};
const plan = (
  document: ParsedItem[],
  { before = [], articles = [], isForNewSubscriber = false }: Case,
): IntakePlan => {
  const recognition = recognise(seenOf(before), identify(document, source));
  return planIntake(
    { recognition, stored: new Map(articles.map(([one, article]) => [idOf(one), article])) },
    recognition.items,
    { now: NOW, ttl: TTL, isForNewSubscriber },
  );
};
const titles = ({ admit, surplus, update, revive, keep, show }: IntakePlan) =>
  Object.fromEntries(
    Object.entries({ admit, surplus, update, revive, keep, show }).map(([list, of]) => [
      list,
      of.map(({ item: { title } }) => Number(/\d+/.exec(title)?.[0])),
    ]),
  );
const nothing = { admit: [], surplus: [], update: [], revive: [], keep: [], show: [] };

describe('the plan of an intake', () => {
  it('admits the newest 50 new items and leaves the others out', () => {
    const found = titles(plan(items(60), {}));
    expect(found['admit']).toEqual(Array.from({ length: 50 }, (_, at) => 59 - at));
    expect(found['surplus']).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('keeps known items, and counts those with the same text as unchanged', () => {
    const found = plan([...items(3), item(3)], { before: items(3) });
    expect(titles(found)).toEqual({ ...nothing, admit: [3], keep: [2, 1, 0] });
    expect(found.unchanged).toBe(3);
  });

  it('updates an edited item if its article is stored, also one that cannot be read', () => {
    const edited = [0, 1, 2].map((n) => item(n, { content: 'Corrected' }));
    const found = plan(edited, {
      before: items(3),
      articles: [
        [item(0), stored(TTL)],
        [item(1), null],
      ],
    });
    expect(titles(found)).toEqual({ ...nothing, update: [1, 0], keep: [2] });
    expect(found.unchanged).toBe(0);
  });

  it('treats an item at a vanished item’s address as the same article while that is stored', () => {
    const next = item(0, {
      guid: 'other',
      title: 'Issue 7',
      content: 'Another text',
      published_at: '2026-02-01T00:00:00.000Z',
    });
    const before = items(1);
    const articles: Case['articles'] = [[item(0), stored(TTL)]];
    expect(titles(plan([next], { before, articles }))).toEqual({ ...nothing, update: [7] });
    expect(titles(plan([next], { before }))).toEqual({ ...nothing, admit: [7] });
  });

  it('shows a new subscriber the newest 50, and restores those that are missing or expire too soon', () => {
    const articles: Case['articles'] = items(60).map((one, n) => [one, stored(n === 59 ? TTL - 1 : TTL)]);
    const found = titles(
      plan(items(60), { before: items(60), articles: articles.slice(11), isForNewSubscriber: true }),
    );
    expect(found['show']).toEqual(Array.from({ length: 50 }, (_, at) => 59 - at));
    expect(found['revive']).toEqual([59, 10]);
    expect(found['admit']).toEqual([]);
  });

  it('reads the articles of edited items and of items shown to a new subscriber, each once', () => {
    const document = identify([item(0, { content: 'Corrected' }), item(1), item(2)], source);
    const recognition = recognise(seenOf(items(2)), document);
    const read = (isForNewSubscriber: boolean) =>
      articlesToRead(recognition, document, { now: NOW, isForNewSubscriber });
    expect(read(false)).toEqual([idOf(item(0))]);
    expect(read(true).toSorted()).toEqual([0, 1, 2].map((n) => idOf(item(n))).toSorted());
  });
});

describe('the messages of a plan', () => {
  const figures = { new_articles: 2, total: 60, unchanged: 1, left_out: 3, unprocessable: 0 };
  const job = { user_id: 'reader', job_id: 'job', part: 0 };

  it('send what is admitted, updated and shown, with the job in the last one', () => {
    const edited = item(0, { content: 'Corrected' });
    const made = plan([edited, item(1), item(2)], {
      before: items(2),
      articles: [
        [item(0), stored(TTL)],
        [item(1), stored(TTL)],
      ],
      isForNewSubscriber: true,
    });
    const sent = scoreMessages(made, { feedId: source.feed_id, job, newSubscriber: 'anna' }, figures, NOW);
    const common = { feed_id: source.feed_id, sent_at: NOW.toISOString() };
    expect(sent).toEqual([
      { ...common, article_ids: [idOf(item(2))], new_subscriber: 'anna' },
      { ...common, article_ids: [idOf(item(0))], is_update: true },
      {
        ...common,
        article_ids: [idOf(item(1)), idOf(item(0))],
        user_id: 'anna',
        job: { ...job, ...figures },
      },
    ]);
  });

  it('are none if nothing is to be scored', () => {
    expect(
      scoreMessages(plan(items(1), { before: items(1) }), { feedId: source.feed_id, job }, figures, NOW),
    ).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleRow } from '../../../src/contract/index.ts';
import { EmbeddingError } from '../../../src/model/score/embedder.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

/** Events that share no telling word, and the ways in which papers tell of them. */
const EVENTS = [
  ['Volcano', 'Grindavik', 'lava', 'Reykjanes', 'fissure'],
  ['Ferry', 'Piraeus', 'strike', 'sailors', 'harbour'],
  ['Telescope', 'Atacama', 'galaxy', 'astronomers', 'spectrum'],
  ['Merger', 'Novartis', 'antitrust', 'shareholders', 'pharma'],
  ['Marathon', 'Nairobi', 'record', 'runner', 'stadium'],
  ['Bridge', 'Rotterdam', 'collapse', 'engineers', 'steel'],
].map(([a, b, c, d, e]) => [
  `${a} near ${b}: ${c} and ${d} alarm ${e} experts`,
  `${b} ${a}: ${e} experts alarmed by ${c}, ${d}`,
  `Experts of ${e} in ${b} alarmed: ${d}, ${c} and ${a}`,
]);

const HOUR_MS = 3_600_000;

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

type Told = { event: number; minutes: number };

/** Serves a feed that tells of these events in its own way, and follows it. */
const follow = async (paper: number, told: Told[], reader = testReader(app)) => {
  const path = `/paper-${paper}`;
  server.set(path, {
    body: rss(
      told.map(({ event, minutes }) => ({
        title: EVENTS[event]?.[paper % 3] ?? '',
        link: `https://paper${paper}.example/${event}`,
        guid: `${paper}-${event}`,
        date: new Date(app.now().getTime() - HOUR_MS - minutes * 60_000).toISOString(),
      })),
      { title: `Paper ${paper}` },
    ),
  });
  const feed = await reader.follow(server.url(path));
  await app.settle();
  return feed.feed_id;
};

/** Reads a folded list to its end. */
const foldedPages = async (
  query: { limit: number; sort?: 'published_at' | 'importance_score'; filter?: 'all' | 'unread' },
  api = app.as('local'),
): Promise<ArticleRow[][]> => {
  const pages: ArticleRow[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(cursor);
    pages.push(page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return pages;

  function list(after: string | null) {
    const common = { sort: 'published_at' as const, filter: 'all' as const, fold: true, ...query };
    return api.call('listArticles', { query: after === null ? common : { ...common, cursor: after } });
  }
};

describe('a folded list', () => {
  it('shows an event that three feeds tell of as one row with the others, and every article without folding', async () => {
    const feeds = [
      await follow(0, [
        { event: 0, minutes: 3 },
        { event: 1, minutes: 50 },
      ]),
      await follow(1, [{ event: 0, minutes: 2 }]),
      await follow(2, [{ event: 0, minutes: 1 }]),
    ];
    const [row, single] = (await foldedPages({ limit: 50 })).flat();
    expect(row?.feed_id).toBe(feeds[2]);
    expect(row?.story).toMatchObject({
      size: 3,
      others: [
        { feed_id: feeds[1], feed_title: 'Paper 1', title: EVENTS[0]?.[1], link: 'https://paper1.example/0' },
        { feed_id: feeds[0], feed_title: 'Paper 0', title: EVENTS[0]?.[0] },
      ],
    });
    expect(single).toMatchObject({ title: EVENTS[1]?.[0], story: null });
    expect((await testReader(app).list()).map(({ story }) => story)).toEqual([null, null, null, null]);
    const opened = await testReader(app).open(row?.article_id ?? '');
    expect(opened.story?.others.map(({ feed_id }) => feed_id)).toEqual(
      expect.arrayContaining(feeds.slice(0, 2)),
    );
  });

  it('has only articles of the reader, whatever feeds others follow', async () => {
    await follow(0, [{ event: 2, minutes: 9 }], testReader(app, 'other'));
    await follow(1, [{ event: 2, minutes: 5 }]);
    expect((await foldedPages({ limit: 5 })).flat()).toMatchObject([{ story: null }]);
  });

  it.each(['published_at', 'importance_score'] as const)(
    'has each story once and every article, page by page, by %s',
    async (sort) => {
      const all = [0, 1, 2, 3, 4, 5].map((event) => ({ event, minutes: event * 7 }));
      await follow(0, all);
      await follow(
        1,
        all.map(({ event }) => ({ event, minutes: 100 - event * 9 })),
      );
      await follow(2, [{ event: 2, minutes: 1 }]);
      for (const limit of [1, 2, 4]) {
        const rows = (await foldedPages({ limit, sort })).flat();
        expect(new Set(rows.map(({ link }) => link?.split('/').at(-1))).size).toBe(rows.length);
        const named = rows.flatMap(({ link, story }) => [
          link,
          ...(story?.others ?? []).map((other) => other.link),
        ]);
        expect(new Set(named).size).toBe(13);
        expect(named).toHaveLength(13);
      }
    },
  );

  it('takes 12 read units for a page of 50 at most, with the stories', async () => {
    const papers = 40;
    for (let paper = 0; paper < papers; paper += 1)
      await follow(
        paper,
        [0, 1, 2, 3, 4, 5].map((event) => ({ event, minutes: (event * papers + paper) * 3 })),
      );
    const entries = async (query: { fold: boolean }) => {
      app.takeUnits();
      await app.as('local').call('listArticles', {
        query: { sort: 'published_at', filter: 'all', limit: 50, ...query },
      });
      return app.takeUnits().read;
    };
    app.advance(1);
    // A process reads the stories once, and then those that are new.
    await entries({ fold: true });
    app.advance(1);
    const rows = await entries({ fold: false });
    // The difference is 15 rows more, the stories that are new, and the look-ups.
    expect((await entries({ fold: true })) - rows).toBeLessThanOrEqual(7);
  });

  it('shows no story again that the reader read on the page before', async () => {
    await follow(0, [
      { event: 0, minutes: 1 },
      { event: 1, minutes: 2 },
    ]);
    await follow(1, [
      { event: 0, minutes: 30 },
      { event: 2, minutes: 3 },
    ]);
    const query = { sort: 'published_at', filter: 'unread', fold: true, limit: 1 } as const;
    const { call } = app.as('local');
    const first = await call('listArticles', { query });
    await testReader(app).setRead(first.items[0]!.article_id, true);
    const rest: string[] = [];
    let cursor = first.next_cursor;
    while (cursor !== null) {
      const page = await call('listArticles', { query: { ...query, cursor } });
      rest.push(...page.items.map(({ title }) => title));
      cursor = page.next_cursor;
    }
    expect(rest).toEqual([EVENTS[1]?.[0], EVENTS[2]?.[1]]);
  });

  it('refuses the cursor of a list that is not folded', async () => {
    await follow(0, [
      { event: 0, minutes: 1 },
      { event: 1, minutes: 2 },
    ]);
    const { call } = app.as('local');
    const query = { sort: 'published_at', filter: 'all', limit: 1 } as const;
    const { next_cursor } = await call('listArticles', { query });
    await expect(
      call('listArticles', { query: { ...query, fold: true, cursor: next_cursor! } }),
    ).rejects.toThrow(/cursor/i);
  });
});

describe('marking an article read', () => {
  const readStates = async () => (await testReader(app).list()).map(({ is_read }) => is_read);
  const counts = async () => (await testReader(app).feeds()).map(({ unread_count }) => unread_count);

  it('finishes its story in lists and counts, also for what arrives later, unless the reader wants that not', async () => {
    await follow(0, [{ event: 3, minutes: 3 }]);
    await follow(1, [{ event: 3, minutes: 2 }]);
    const [newest] = await testReader(app).list();
    await testReader(app).setRead(newest!.article_id, true);
    await follow(2, [{ event: 3, minutes: 1 }]);
    expect([await readStates(), await counts()]).toEqual([
      [true, true, true],
      [0, 0, 0],
    ]);
    const [row] = (await foldedPages({ limit: 5 })).flat();
    expect(row?.story?.size).toBe(3);
    expect(await foldedPages({ limit: 5, filter: 'unread' })).toEqual([[]]);
  });

  it('marks nothing else if the reader switched that off', async () => {
    await app.as('local').call('updatePreferences', { body: { mark_story_read: false } });
    await follow(0, [{ event: 3, minutes: 2 }]);
    const [first] = await testReader(app).list();
    await testReader(app).setRead(first!.article_id, true);
    await follow(1, [{ event: 3, minutes: 1 }]);
    expect(await readStates()).toEqual([false, true]);
  });

  it('names what it marked besides, so that it can be taken back', async () => {
    const feeds = [await follow(0, [{ event: 3, minutes: 2 }]), await follow(1, [{ event: 3, minutes: 1 }])];
    const [newest, older] = await testReader(app).list();
    const body = { article_ids: [newest!.article_id], is_read: true };
    const { finished } = await app.as('local').call('setReadOfMany', { body });
    expect(finished).toEqual([{ article_id: older!.article_id, feed_id: feeds[0] }]);
    const ids = [...body.article_ids, ...finished.map(({ article_id }) => article_id)];
    await app.as('local').call('setReadOfMany', { body: { article_ids: ids, is_read: false } });
    expect([await readStates(), await counts()]).toEqual([
      [false, false],
      [1, 1],
    ]);
    await follow(2, [{ event: 3, minutes: 1 }]);
    expect(await readStates()).toEqual([false, false, false]);
  });

  it('finishes the story of an article that was read before, as after a call that was cut off', async () => {
    await follow(0, [{ event: 3, minutes: 2 }]);
    await follow(1, [{ event: 3, minutes: 1 }]);
    const [newest, older] = await testReader(app).list();
    await testReader(app).setRead(newest!.article_id, true);
    await testReader(app).setRead(older!.article_id, false);
    const body = { article_ids: [newest!.article_id], is_read: true };
    const { items, finished } = await app.as('local').call('setReadOfMany', { body });
    expect([items[0]!.outcome, finished.length]).toEqual(['unchanged', 1]);
    expect(await readStates()).toEqual([true, true]);
  });

  it('marks the stories of several articles', async () => {
    await follow(0, [
      { event: 3, minutes: 2 },
      { event: 4, minutes: 3 },
    ]);
    await follow(1, [{ event: 3, minutes: 1 }]);
    const [newest] = await testReader(app).list();
    const job = await app.as('local').call('markRead', { body: { article_ids: [newest!.article_id] } });
    expect(await readStates()).toEqual([true, true, false]);
    expect(job.done).toBe(2);
  });

  it('leaves a story unread of which a rule alone marked an article', async () => {
    await app.as('local').call('addRule', {
      body: {
        name: 'Less of these',
        conditions: [{ field: 'title', is_not: false, any_of: ['near novartis'] }],
        effects: { mute: false, save: false, read: true, factor: null, tags: [], goes_after_hours: null },
        stops: false,
        is_active: true,
      },
    });
    await follow(0, [{ event: 3, minutes: 2 }]);
    expect(await readStates()).toEqual([true]);
    await follow(1, [{ event: 3, minutes: 1 }]);
    expect(await readStates()).toEqual([false, true]);
  });

  it('takes the write units of one more mark for another article of the story', async () => {
    await follow(0, [{ event: 3, minutes: 3 }]);
    await follow(1, [{ event: 3, minutes: 2 }]);
    const [newest] = await testReader(app).list();
    app.takeUnits();
    await app
      .as('local')
      .call('setReadOfMany', { body: { article_ids: [newest!.article_id], is_read: true } });
    expect(app.takeUnits().write).toBeLessThanOrEqual(2 * 8 + 2);
  });
});

describe('an opened article', () => {
  /** Serves a feed with one article and follows it. */
  const followOne = async (path: string, title: string, text: string, hours: number) => {
    const date = new Date(app.now().getTime() - hours * HOUR_MS).toISOString();
    const item = { title, text, link: `https://example.com${path}`, guid: path, date };
    server.set(path, { body: rss([item], { title: `Feed ${path}` }) });
    const { feed_id } = await testReader(app).follow(server.url(path));
    await app.settle();
    return feed_id;
  };
  const open = async (feedId: string) => {
    const row = (await testReader(app).list()).find(({ feed_id }) => feed_id === feedId);
    return testReader(app).open(row?.article_id ?? '');
  };
  const GUILTY = [
    'Banker Paul Reuss found guilty of fraud of 40 million euros',
    'The jury found the banker guilty.',
  ] as const;
  const SENTENCED = [
    'Banker Paul Reuss sentenced to nine years in prison',
    'The judge sentenced him for fraud of 40 million euros.',
  ] as const;

  it('names the newest article of the story that it continues, as a row of its own', async () => {
    const first = await followOne('/first', ...GUILTY, 40);
    const second = await followOne('/second', ...SENTENCED, 2);
    expect((await foldedPages({ limit: 5 })).flat().map(({ story }) => story)).toEqual([null, null]);
    expect((await open(first)).earlier).toBeNull();
    expect((await open(second)).earlier).toMatchObject({
      feed_id: first,
      title: GUILTY[0],
      link: 'https://example.com/first',
    });
  });

  it('tells the next act, which is no copy: it arrives unread although the act before was read', async () => {
    const first = await followOne('/first', ...GUILTY, 40);
    await testReader(app).setRead((await open(first)).article_id, true);
    await followOne('/second', ...SENTENCED, 2);
    expect((await testReader(app).list()).map(({ title, is_read }) => [title, is_read])).toEqual([
      [SENTENCED[0], false],
      [GUILTY[0], true],
    ]);
  });

  it('names none of a feed that the reader does not follow or has left', async () => {
    const first = await followOne('/first', ...GUILTY, 40);
    const second = await followOne('/second', ...SENTENCED, 2);
    await testReader(app).leave(first);
    await app.settle();
    expect((await open(second)).earlier).toBeNull();
  });
});

describe('stories', () => {
  it('are found without a keyword, while the model is away, and by another process', async () => {
    const away = await startTestApp({
      over: app,
      embedder: {
        model: 'a model that is away',
        embed: (requests) =>
          Promise.resolve(
            requests.map(() => ({ ok: false, error: new EmbeddingError('the model is away', true) })),
          ),
      },
    });
    await follow(0, [{ event: 5, minutes: 2 }]);
    away.advance(1);
    const owner = app;
    app = away;
    await follow(1, [{ event: 5, minutes: 1 }]);
    expect((await foldedPages({ limit: 5 })).flat()).toMatchObject([{ story: { size: 2 } }]);
    await away.close();
    app = owner;
  });
});

import fc from 'fast-check';
import { expect } from 'vitest';
import type { ArticleRow, Job, Keyword } from '../../../src/contract/index.ts';
import { placeOf, tierOf, typicalWeight } from '../../../src/model/ranking/place.ts';
import type { TestApp } from '../../harness/app.ts';
import { googleReader, newToken, type GoogleReader } from '../../harness/clients/google-reader.ts';
import { rss, type FeedServer } from '../../harness/servers/feed-server.ts';
import { tellingsOf } from '../../harness/samples/told-stories.ts';
import {
  createReaderModel,
  type ModelItem,
  type ModelRow,
  type ReaderModel,
  type Scope,
} from './reader-model.ts';

const FEEDS = ['a', 'b', 'c'] as const;
const WORDS = ['apple harvest', 'climate treaty', 'football cup', 'volcano eruption'] as const;
const FOLDERS = [null, 'news'] as const;
const MINUTE = 60_000;
const FIRST_ITEM = Date.UTC(2026, 1, 1);

type FeedName = (typeof FEEDS)[number];
type ModelKeyword = { text: string; weight: number; is_active: boolean };

/** The scores seen in all runs. An article must always be in the same tier for the same set of keywords. */
export type ScoreMemo = Map<string, number | null>;

export type Model = {
  documents: Record<FeedName, ModelItem[]>;
  /** The keys of all items that were ever read from each feed. */
  seen: Record<FeedName, Set<string>>;
  readers: {
    model: ReaderModel;
    keywords: ModelKeyword[];
    lastMark: ReturnType<ReaderModel['markAll']> | null;
  }[];
};

export const emptyModel = (): Model => ({
  documents: { a: [], b: [], c: [] },
  seen: { a: new Set(), b: new Set(), c: new Set() },
  readers: [0, 1].map(() => ({ model: createReaderModel(), keywords: [], lastMark: null })),
});

/** The real system. All runs share the app and the publisher; readers and feeds belong to one run. */
export type Real = {
  app: TestApp;
  server: FeedServer;
  run: string;
  items: { count: number };
  feedIds: Map<string, FeedName>;
  lastMark: (Job | null)[];
  memo: ScoreMemo;
  /** The readers and articles that arrived as read. */
  arrivedRead: Set<string>;
  /** Another process over the same store, which is asked every other search; null if there is none. */
  other: TestApp | null;
  asked: { count: number };
  /** False if searches alone are compared, which takes a tenth of the time. */
  comparesLists: boolean;
};

export const userOf = ({ run }: Real, reader: number) => `${run}reader${reader}`;
const apiOf = (real: Real, reader: number) => real.app.as(userOf(real, reader));
const linkOf = ({ run }: Real, key: string) => `https://${run}.example/${key}`;
const addressOf = ({ server, run }: Real, feed: FeedName) => server.url(`/${run}/${feed}`);
const feedIdOf = ({ feedIds }: Real, feed: FeedName) =>
  [...feedIds].find(([, name]) => name === feed)?.[0] ?? '';

const publish = (real: Real, feed: FeedName, items: ModelItem[]) =>
  real.server.set(`/${real.run}/${feed}`, {
    body: rss(
      items.map(({ key, title, published }) => ({
        title,
        link: linkOf(real, key),
        guid: `${feed}-${key}`,
        text: `<p>${title}</p>`,
        date: new Date(published).toISOString(),
      })),
      { title: feed, site: `https://${feed}.${real.run}.example/` },
    ),
  });

type ListQuery = Partial<Parameters<ReturnType<typeof apiOf>['call']>[1]> & Record<string, unknown>;

const listAll = async (
  real: Real,
  reader: number,
  query: ListQuery = {},
  limit = 200,
): Promise<ArticleRow[]> => {
  const rows: ArticleRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await apiOf(real, reader).call('listArticles', {
      query: {
        sort: 'published_at',
        filter: 'all',
        limit,
        ...query,
        ...(cursor === undefined ? {} : { cursor }),
      },
    });
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
};

const DAY_MS = 86_400_000;

/** The factor by which an article has aged, by the default half-life of three days: at most two of them on arrival. */
const freshness = ({ published_at, created_at }: ArticleRow, now: number): number => {
  const arrived = Date.parse(created_at);
  const from = Math.max(Math.min(arrived, Date.parse(published_at)), arrived - 6 * DAY_MS);
  return 0.5 ** ((now - from) / (3 * DAY_MS));
};

/** A saved article shows its score as it was. It sorts among the others by its age nevertheless. */
const sortedScore = (row: ArticleRow, now: number): number =>
  row.importance_score === null ? -1 : row.importance_score * (row.is_saved ? freshness(row, now) : 1);

/** Scores that differ by less are one: they are sorted by a logarithm, which rounds otherwise. */
const ROUNDING = 1e-9;

const byImportance =
  (now: number) =>
  (a: ArticleRow, b: ArticleRow): number => {
    const [first, second] = [sortedScore(a, now), sortedScore(b, now)];
    if (Math.abs(first - second) > ROUNDING * first) return second - first;
    return a.published_at < b.published_at ? 1 : a.published_at > b.published_at ? -1 : 0;
  };

const idsOf = (rows: ArticleRow[]) => rows.map(({ article_id }) => article_id);

const check = async (model: Model, real: Real, reader: number, isThorough: boolean): Promise<void> => {
  const { model: expected, keywords } = model.readers[reader]!;
  const now = real.app.now().getTime();
  const rows = expected.rows(now);
  const all = await listAll(real, reader, {}, isThorough ? 3 : 200);
  const seen = all.map((row) => ({
    key: row.link?.split('/').at(-1),
    feed: real.feedIds.get(row.feed_id),
    isRead: row.is_read,
    isSaved: row.is_saved,
    isFormer: row.is_former_feed,
  }));
  expect(seen).toEqual(rows);
  const { items: feeds } = await apiOf(real, reader).call('listFeeds');
  const counts = Object.fromEntries(
    feeds.map(({ feed_id, unread_count }) => [real.feedIds.get(feed_id), unread_count]),
  );
  const wanted = Object.fromEntries(
    [...expected.followed.keys()].map((feed) => [
      feed,
      rows.filter((row) => row.feed === feed && !row.isRead).length,
    ]),
  );
  expect(counts).toEqual(wanted);

  const typical = typicalWeight(keywords.map((each) => ({ ...each, is_excluding: false })));
  const tierOfScore = (score: number | null) => {
    const place = score === null ? null : placeOf(score, typical);
    return place === null ? null : tierOf(place, place);
  };
  const signature = keywords
    .filter(({ is_active }) => is_active)
    .map(({ text, weight }) => `${text}:${weight}`)
    .toSorted()
    .join();
  for (const row of all) {
    const { title, importance_score } = row;
    // An article that arrives as read, such as a further copy of a read story, is not scored by later keywords, and keeps its
    // score if it is saved or unread then.
    const entry = `${reader} ${row.article_id}`;
    if (row.is_read && row.read_at === null && importance_score === 0) real.arrivedRead.add(entry);
    if (real.arrivedRead.has(entry)) continue;
    const key = `${title}|${signature}`;
    const age = row.is_saved ? 1 : freshness(row, now);
    const fresh = importance_score === null ? null : importance_score / age;
    if (!real.memo.has(key)) real.memo.set(key, fresh);
    const known = real.memo.get(key) ?? null;
    if (known === null) expect({ title, signature, fresh }).toEqual({ title, signature, fresh: null });
    // A recalculation leaves what is read as it is if its tier stays, also if it is marked unread then.
    else expect(tierOfScore(fresh), `${title}, ${signature}: ${fresh}, ${known}`).toBe(tierOfScore(known));
    if (signature === '') expect(importance_score).toBe(0);
  }
  if (!isThorough) return;

  const unread = all.filter(({ is_read }) => !is_read);
  const list = (query: ListQuery) => listAll(real, reader, query, 4).then(idsOf);
  const sort = 'importance_score';
  expect(await list({ filter: 'unread' })).toEqual(idsOf(unread));
  expect(await list({ filter: 'unread', sort })).toEqual(idsOf(unread.toSorted(byImportance(now))));
  expect(await list({ filter: 'read' })).toEqual(idsOf(all.filter(({ is_read }) => is_read)));
  const keysOf = (saved: ArticleRow[]) => saved.map(({ link }) => link?.split('/').at(-1));
  const saved = expected.saved(now);
  expect(keysOf(await listAll(real, reader, { filter: 'saved' }, 4))).toEqual(saved);
  expect(keysOf(await listAll(real, reader, { filter: 'saved', sort: 'oldest' }, 4))).toEqual(
    saved.toReversed(),
  );
  expect(await list({ sort })).toEqual(idsOf(all.toSorted(byImportance(now))));
  for (const [feed, folder] of expected.followed) {
    const feed_id = feedIdOf(real, feed as FeedName);
    expect(await list({ filter: 'unread', feed_id })).toEqual(
      idsOf(unread.filter((row) => row.feed_id === feed_id)),
    );
    if (folder === null) continue;
    const inFolder = new Set(feeds.filter((each) => each.folder === folder).map((each) => each.feed_id));
    expect(await list({ folder, sort })).toEqual(
      idsOf(all.filter((row) => inFolder.has(row.feed_id)).toSorted(byImportance(now))),
    );
  }
};

type Act = (model: Model, real: Real) => Promise<void>;

/** A command of one reader. It acts on the model and on the real system, then compares both for both readers. */
class Step implements fc.AsyncCommand<Model, Real> {
  private readonly name: string;
  private readonly reader: number;
  private readonly act: Act;
  constructor(name: string, reader: number, act: Act) {
    this.name = name;
    this.reader = reader;
    this.act = act;
  }
  check = () => true;
  run = async (model: Model, real: Real) => {
    await this.act(model, real);
    await real.app.settle();
    const now = real.app.now().getTime();
    for (const each of model.readers) each.model.settle(now);
    if (!real.comparesLists) return;
    await check(model, real, this.reader, true);
    await check(model, real, 1 - this.reader, false);
  };
  toString = () => `${this.name} by ${this.reader}`;
}

const visible = (model: Model, real: Real, reader: number) =>
  model.readers[reader]!.model.rows(real.app.now().getTime());

const idOf = async (real: Real, reader: number, key: string): Promise<string> => {
  const row = (await listAll(real, reader)).find(({ link }) => link === linkOf(real, key));
  return row?.article_id ?? 'missing';
};

/** Applies the reading of a feed's document to the model of each reader who follows the feed. */
const ingest = (model: Model, feed: FeedName, now: number, newcomer: number | null) => {
  for (const item of model.documents[feed]) {
    const isNew = !model.seen[feed].has(item.key);
    model.readers.forEach(({ model: reader }, at) => {
      if (reader.followed.has(feed) && (isNew || at === newcomer))
        reader.arrive(feed, item, now, at === newcomer);
    });
    model.seen[feed].add(item.key);
  }
};

const reader = fc.nat(1);
const feed = fc.constantFrom(...FEEDS);

const step = (name: string, at: number, act: Act) => new Step(name, at, act);

const publishing = fc
  .tuple(reader, feed, fc.integer({ min: 1, max: 3 }), fc.option(feed, { nil: null }))
  .map(([at, name, count, also]) =>
    step(`publish ${count} in ${name} and ${also ?? 'no other'}`, at, async (model, real) => {
      for (let made = 0; made < count; made += 1) {
        real.items.count += 1;
        const n = real.items.count;
        const title = `${WORDS[n % WORDS.length]} ${n}`;
        const item = { key: String(n), title, published: FIRST_ITEM + n * MINUTE };
        for (const each of new Set([name, also ?? name])) model.documents[each].push(item);
      }
      for (const each of FEEDS) publish(real, each, model.documents[each]);
    }),
  );

const fetching = fc.tuple(reader, feed).map(([at, name]) =>
  step(`fetch ${name}`, at, async (model, real) => {
    if (!model.readers[at]!.model.followed.has(name)) return;
    await apiOf(real, at).call('fetchFeeds', { body: { feed_id: feedIdOf(real, name) } });
    ingest(model, name, real.app.now().getTime(), null);
  }),
);

const subscribing = fc.tuple(reader, feed, fc.constantFrom(...FOLDERS)).map(([at, name, folder]) =>
  step(`subscribe to ${name}`, at, async (model, real) => {
    const { model: mine } = model.readers[at]!;
    if (mine.followed.has(name)) return;
    publish(real, name, model.documents[name]);
    const { feed_id } = await apiOf(real, at).call('addFeed', {
      body: { url: addressOf(real, name), folder },
    });
    real.feedIds.set(feed_id, name);
    mine.follow(name, folder);
    ingest(model, name, real.app.now().getTime(), at);
  }),
);

const unsubscribing = fc.tuple(reader, feed).map(([at, name]) =>
  step(`unsubscribe from ${name}`, at, async (model, real) => {
    const { model: mine } = model.readers[at]!;
    if (!mine.followed.has(name)) return;
    await apiOf(real, at).call('deleteFeed', { params: { feed_id: feedIdOf(real, name) } });
    mine.leave(name, real.app.now().getTime());
  }),
);

/** Saves an article or lets it go, in a millisecond of its own: what is saved in the same one has no order of saving. */
const setSaved = async (
  model: Model,
  real: Real,
  { at, row, isSaved }: { at: number; row: ModelRow; isSaved: boolean },
): Promise<void> => {
  real.app.advance(1 / MINUTE);
  const params = { article_id: await idOf(real, at, row.key) };
  await apiOf(real, at).call('setSaved', { params, body: { is_saved: isSaved } });
  model.readers[at]!.model.setSaved(row.key, isSaved, real.app.now().getTime());
};

const marking = fc
  .tuple(reader, fc.nat(), fc.constantFrom('read', 'unread', 'save', 'let go'))
  .map(([at, which, what]) =>
    step(`${what} ${which}`, at, async (model, real) => {
      const all = visible(model, real, at);
      // Only a saved article can be let go.
      const rows = what === 'let go' ? all.filter(({ isSaved }) => isSaved) : all;
      const row = rows[which % Math.max(1, rows.length)];
      if (row === undefined) return;
      if (what === 'read' || what === 'unread') {
        const { model: mine } = model.readers[at]!;
        const params = { article_id: await idOf(real, at, row.key) };
        const now = real.app.now().getTime();
        await apiOf(real, at).call('setRead', { params, body: { is_read: what === 'read' } });
        mine.setRead(row.key, what === 'read', now);
        if (what === 'read') mine.finishStory(row.key, now);
      } else {
        await setSaved(model, real, { at, row, isSaved: what === 'save' });
      }
    }),
  );

/** Saves several articles one after the other, in an order that is seldom that of their publication. */
const savingSome = fc.tuple(reader, fc.array(fc.nat(), { minLength: 2, maxLength: 5 })).map(([at, which]) =>
  step(`save ${which.join()}`, at, async (model, real) => {
    const rows = visible(model, real, at);
    if (rows.length === 0) return;
    for (const row of new Set(which.map((each) => rows[each % rows.length]!)))
      await setSaved(model, real, { at, row, isSaved: true });
  }),
);

const markingMany = fc.tuple(reader, fc.array(fc.nat(), { minLength: 1, maxLength: 4 })).map(([at, which]) =>
  step(`read many ${which.join()}`, at, async (model, real) => {
    const rows = visible(model, real, at);
    if (rows.length === 0) return;
    const keys = [...new Set(which.map((each) => rows[each % rows.length]!.key))];
    const article_ids = await Promise.all(keys.map((key) => idOf(real, at, key)));
    await apiOf(real, at).call('markRead', { body: { article_ids } });
    const now = real.app.now().getTime();
    const { model: mine } = model.readers[at]!;
    for (const key of keys) mine.setRead(key, true, now);
    for (const key of keys) mine.finishStory(key, now);
  }),
);

const GREADER = '/reader/api/0';
const STATE = 'user/-/state/com.google';

/** Signs in an app of a reader. */
const openApp = async (real: Real, at: number): Promise<GoogleReader> => {
  const client = googleReader(real.app);
  const user = userOf(real, at);
  await real.app.stores.profiles.setMember(user, user, real.app.now().toISOString());
  await client.login(await newToken(real.app, 'write', user));
  return client;
};

const editTag = async (
  client: GoogleReader,
  field: 'a' | 'r',
  state: string,
  ids: string[],
): Promise<void> => {
  const items = ids.map((id): [string, string] => ['i', id]);
  const { text } = await client.post(`${GREADER}/edit-tag`, [[field, `${STATE}/${state}`], ...items]);
  expect(text).toBe('OK');
};

/** Compares what an app lists as unread with what the page does. */
const checkUnread = async (real: Real, at: number, client: GoogleReader): Promise<void> => {
  const { json } = await client.get(
    `${GREADER}/stream/items/ids?s=${STATE}/reading-list&xt=${STATE}/read&n=1000`,
  );
  const unread = await listAll(real, at, { filter: 'unread' });
  expect(json.itemRefs.map(({ id }: { id: string }) => id).toSorted()).toEqual(idsOf(unread).toSorted());
};

/**
 * Marks articles in another app, by the API of Google Reader, and compares what it lists as unread. Readers take their app and the
 * page by turns.
 */
const inApp = fc
  .tuple(
    reader,
    fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('read', 'unread', 'star', 'unstar'),
  )
  .map(([at, which, what]) =>
    step(`${what} ${which.join()} in an app`, at, async (model, real) => {
      const { model: mine } = model.readers[at]!;
      const all = visible(model, real, at);
      const rows = what === 'unstar' ? all.filter(({ isSaved }) => isSaved) : all;
      if (rows.length === 0) return;
      const isStar = what === 'star' || what === 'unstar';
      // Articles that are saved in the same millisecond have no order among them.
      if (isStar) real.app.advance(1 / MINUTE);
      const chosen = isStar ? which.slice(0, 1) : which;
      const keys = [...new Set(chosen.map((each) => rows[each % rows.length]!.key))];
      const ids = await Promise.all(keys.map((key) => idOf(real, at, key)));
      const client = await openApp(real, at);
      const isAdded = what === 'read' || what === 'star';
      await editTag(client, isAdded ? 'a' : 'r', isStar ? 'starred' : 'read', ids);
      const now = real.app.now().getTime();
      for (const key of keys)
        if (isStar) mine.setSaved(key, what === 'star', now);
        else mine.setRead(key, what === 'read', now);
      if (what === 'read') for (const key of keys) mine.finishStory(key, now);
      await checkUnread(real, at, client);
    }),
  );

const markingAll = fc
  .tuple(reader, fc.constantFrom('all', 'feed', 'folder'), feed, fc.constantFrom(0, 3, 30 * 60))
  .map(([at, kind, name, minutesAgo]) =>
    step(`mark ${kind} ${name} of ${minutesAgo} minutes ago`, at, async (model, real) => {
      const mine = model.readers[at]!;
      if (kind === 'feed' && !mine.model.followed.has(name)) return;
      const scope: Scope = kind === 'feed' ? { feed: name } : kind === 'folder' ? { folder: 'news' } : {};
      const now = real.app.now().getTime();
      const before = now - minutesAgo * MINUTE;
      real.lastMark[at] = await apiOf(real, at).call('markRead', {
        body: {
          before: new Date(before).toISOString(),
          ...(kind === 'feed' ? { feed_id: feedIdOf(real, name) } : {}),
          ...(kind === 'folder' ? { folder: 'news' } : {}),
        },
      });
      mine.lastMark = mine.model.markAll(scope, before, now);
    }),
  );

const undoing = reader.map((at) =>
  step('undo', at, async (model, real) => {
    const job = real.lastMark[at] ?? null;
    const mine = model.readers[at]!;
    if (job === null || mine.lastMark === null) return;
    await apiOf(real, at).call('cancelJob', { params: { job_id: job.job_id } });
    mine.model.undo(mine.lastMark);
  }),
);

const keywordOf = async (real: Real, at: number, text: string): Promise<Keyword | undefined> =>
  (await apiOf(real, at).call('listKeywords')).items.find((each) => each.text === text);

const keywording = fc
  .tuple(
    reader,
    fc.constantFrom('apple', 'climate', 'volcano'),
    fc.constantFrom('set', 'toggle', 'delete'),
    fc.constantFrom(0.5, 1, 3),
  )
  .map(([at, text, what, weight]) =>
    step(`${what} keyword ${text} ${weight}`, at, async (model, real) => {
      const { keywords } = model.readers[at]!;
      const mine = keywords.find((each) => each.text === text);
      const existing = await keywordOf(real, at, text);
      const params = { keyword_id: existing?.keyword_id ?? '' };
      if (mine === undefined) {
        await apiOf(real, at).call('addKeyword', {
          body: { text, weight, is_active: true, is_excluding: false },
        });
        keywords.push({ text, weight, is_active: true });
      } else if (what === 'delete') {
        await apiOf(real, at).call('deleteKeyword', { params });
        keywords.splice(keywords.indexOf(mine), 1);
      } else if (what === 'set') {
        await apiOf(real, at).call('updateKeyword', { params, body: { weight } });
        mine.weight = weight;
      } else {
        await apiOf(real, at).call('updateKeyword', { params, body: { is_active: !mine.is_active } });
        mine.is_active = !mine.is_active;
      }
    }),
  );

const waiting = fc
  .tuple(reader, fc.constantFrom(1, 4, 11, 45, 25 * 60, 8 * 24 * 60))
  .map(([at, minutes]) =>
    step(`wait ${minutes} minutes`, at, async (_model, real) => real.app.advance(minutes)),
  );

/** Publishes one article in two feeds that the reader follows, because marking and unfollowing interact there. */
const sharing = reader.map((at) =>
  step('share an article between a and b', at, async (model, real) => {
    real.items.count += 1;
    const n = real.items.count;
    const item = {
      key: String(n),
      title: `${WORDS[n % WORDS.length]} ${n}`,
      published: FIRST_ITEM + n * MINUTE,
    };
    const { model: mine } = model.readers[at]!;
    for (const name of ['a', 'b'] as const) {
      model.documents[name].push(item);
      publish(real, name, model.documents[name]);
      if (mine.followed.has(name)) {
        await apiOf(real, at).call('fetchFeeds', { body: { feed_id: feedIdOf(real, name) } });
        await real.app.settle();
        ingest(model, name, real.app.now().getTime(), null);
      } else {
        const { feed_id } = await apiOf(real, at).call('addFeed', { body: { url: addressOf(real, name) } });
        await real.app.settle();
        real.feedIds.set(feed_id, name);
        mine.follow(name, null);
        ingest(model, name, real.app.now().getTime(), at);
      }
    }
  }),
);

/**
 * Tells of one event in a and then in b, which the reader follows. Between the two they may read what a told. Both items
 * leave the feeds afterwards, because later readers would get them when nothing knows their story any more.
 */
const telling = fc.tuple(reader, fc.boolean()).map(([at, isRead]) =>
  step(`tell a story in a and b, ${isRead ? '' : 'not '}read between`, at, async (model, real) => {
    const { model: mine } = model.readers[at]!;
    real.items.count += 1;
    const story = real.items.count;
    for (const [n, name] of (['a', 'b'] as const).entries()) {
      real.items.count += n;
      const key = String(real.items.count);
      const title = tellingsOf(Number(real.run.replace('run', '')) * 100 + story)[n] ?? '';
      const item = { key, title, story, published: FIRST_ITEM + real.items.count * MINUTE };
      model.documents[name].push(item);
      publish(real, name, model.documents[name]);
      if (mine.followed.has(name))
        await apiOf(real, at).call('fetchFeeds', { body: { feed_id: feedIdOf(real, name) } });
      else {
        const { feed_id } = await apiOf(real, at).call('addFeed', { body: { url: addressOf(real, name) } });
        real.feedIds.set(feed_id, name);
      }
      await real.app.settle();
      const now = real.app.now().getTime();
      const newcomer = mine.followed.has(name) ? null : at;
      if (newcomer !== null) mine.follow(name, null);
      ingest(model, name, now, newcomer);
      if (n === 0 && isRead) {
        const params = { article_id: await idOf(real, at, key) };
        await apiOf(real, at).call('setRead', { params, body: { is_read: true } });
        mine.setRead(key, true, now);
      }
      model.documents[name].pop();
      publish(real, name, model.documents[name]);
    }
  }),
);

const checkCleaned = ({ state, result }: Job): void => {
  expect({ state, drifted: result?.['drifted_counts'] }).toEqual({ state: 'done', drifted: 0 });
};

const cleaning = reader.map((at) =>
  step('clean up', at, async (model, real) => {
    const { job_id } = await apiOf(real, at).call('cleanupArticles');
    await real.app.settle();
    checkCleaned(await apiOf(real, at).call('getJob', { params: { job_id } }));
    model.readers[at]!.model.cleanUp(real.app.now().getTime());
  }),
);

const SEARCHED = ['apple', 'treaty', 'cup', 'eruption', 'nothing'] as const;

const STATES = ['', 'unread', 'read', 'saved'] as const;

/** Returns a search as a query, and as a test of a row of the model. */
const searchOf = (word: string, state: string, name: string | null) => ({
  q: [word, ...(state === '' ? [] : [`is:${state}`]), ...(name === null ? [] : [`feed:${name}`])].join(' '),
  matches: (row: ModelRow, title: string): boolean =>
    title.split(' ').includes(word) &&
    (state === '' || (state === 'saved' ? row.isSaved : row.isRead === (state === 'read'))) &&
    (name === null || row.feed === name),
});

const searched = fc
  .tuple(fc.constantFrom(...SEARCHED), fc.constantFrom(...STATES), fc.option(feed))
  .map(([word, state, name]) => searchOf(word, state, name));

const titlesIn = (model: Model): Map<string, string> =>
  new Map(FEEDS.flatMap((name) => model.documents[name]).map(({ key, title }) => [key, title]));

/** Returns the process that is asked next, with the clock of the others. */
const searcherOf = ({ app, other, asked }: Real): TestApp => {
  asked.count += 1;
  if (other === null || asked.count % 2 === 0) return app;
  other.advance((app.now().getTime() - other.now().getTime()) / MINUTE);
  return other;
};

const searchAll = async (real: Real, at: number, q: string): Promise<string[]> => {
  const found: string[] = [];
  const totals: number[] = [];
  let cursor: string | undefined;
  const asked = searcherOf(real).as(userOf(real, at));
  do {
    const page = await asked.call('searchArticles', {
      query: { q, order: 'time', limit: 2, tz: 'UTC', ...(cursor === undefined ? {} : { cursor }) },
    });
    expect(page.indexed.articles).toBe(page.indexed.of);
    totals.push(page.total);
    found.push(...page.items.map(({ link }) => link?.split('/').at(-1) ?? ''));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  // Nothing changes between the pages.
  expect(totals).toEqual(totals.map(() => found.length));
  return found;
};

const checkFound = async (real: Real, at: number, q: string, rows: ModelRow[]): Promise<void> => {
  expect(await searchAll(real, at, q)).toEqual(rows.map(({ key }) => key));
};

/** Compares a search with a scan of what the model says is in the reader's lists. */
const searching = fc.tuple(reader, searched).map(([at, { q, matches }]) =>
  step(`search for ${q}`, at, async (model, real) => {
    // Changes that another process made are found after ten seconds at the latest.
    real.app.advance(1 / 6);
    await real.app.settle();
    const now = real.app.now().getTime();
    for (const each of model.readers) each.model.settle(now);
    const titles = titlesIn(model);
    const expected = visible(model, real, at).filter((row) => matches(row, titles.get(row.key) ?? ''));
    await checkFound(real, at, q, expected);
  }),
);

export const commands = fc.commands(
  [
    publishing,
    fetching,
    fetching,
    subscribing,
    subscribing,
    unsubscribing,
    marking,
    marking,
    savingSome,
    markingMany,
    inApp,
    markingAll,
    undoing,
    keywording,
    sharing,
    telling,
    waiting,
    cleaning,
    searching,
    searching,
  ],
  { maxCommands: 24, size: 'max' },
);

/** The commands that bear on searches, each history ended by a search of both readers for every word and state. */
export const searchCommands = fc.commands(
  [
    publishing,
    fetching,
    fetching,
    subscribing,
    subscribing,
    unsubscribing,
    marking,
    marking,
    marking,
    markingAll,
    undoing,
    sharing,
    waiting,
    cleaning,
    searching,
    searching,
    searching,
    searching,
  ],
  { maxCommands: 20, size: 'max' },
);

/** Compares what both readers find by each word in each state. */
export const checkSearches = async (model: Model, real: Real): Promise<void> => {
  real.app.advance(1 / 6);
  await real.app.settle();
  const now = real.app.now().getTime();
  for (const each of model.readers) each.model.settle(now);
  const titles = titlesIn(model);
  for (const at of [0, 1])
    for (const word of SEARCHED)
      for (const state of STATES) {
        const { q, matches } = searchOf(word, state, null);
        const rows = visible(model, real, at).filter((row) => matches(row, titles.get(row.key) ?? ''));
        await checkFound(real, at, q, rows);
      }
};

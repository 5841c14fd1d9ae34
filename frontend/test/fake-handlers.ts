import {
  type ArticleQuery,
  type ArticleRow,
  type EndpointName,
  type Endpoints,
  type ErrorCode,
  type Feed,
  type FetchRow,
  type Job,
  type RequestOf,
  articleRow,
} from '@omomi/backend/contract';
import { type FakeAccount, accountHandlers } from './fake-account.ts';
import type { FakeStore } from './fake-store.ts';
import { Refusal } from './refusal.ts';

export type Handlers = { [N in EndpointName]?: (input: RequestOf<Endpoints[N]>) => unknown };

const page = <T>(items: T[]) => ({ items, next_cursor: null, has_more: false });
const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refusal('NOT_FOUND');
  return value;
};

const listArticles = (store: FakeStore, query: ArticleQuery) => {
  const byTime = (a: ArticleRow, b: ArticleRow) => b.published_at.localeCompare(a.published_at);
  const score = (row: ArticleRow) => row.importance_score ?? -1;
  const rows = [...store.articles.values()]
    .map((article) => articleRow.parse(article))
    .filter((row) => query.feed_id === undefined || row.feed_id === query.feed_id)
    .filter((row) => query.folder === undefined || store.feeds.get(row.feed_id)?.folder === query.folder)
    .filter((row) => {
      if (query.filter === 'unread') return !row.is_read;
      if (query.filter === 'read') return row.is_read;
      return query.filter === 'all' || row.is_saved;
    })
    .toSorted((a, b) => (query.sort === 'published_at' ? byTime(a, b) : score(b) - score(a) || byTime(a, b)));
  const from = query.cursor === undefined ? 0 : Number(query.cursor);
  if (!Number.isInteger(from)) throw new Refusal('INVALID_CURSOR');
  const to = from + query.limit;
  const more = to < rows.length;
  return { items: rows.slice(from, to), next_cursor: more ? String(to) : null, has_more: more };
};

/** Addresses that fail on purpose: the host's first label names the error. */
const refusals: Record<string, ErrorCode> = {
  nofeed: 'FEED_NOT_FOUND',
  unreachable: 'FEED_UNREACHABLE',
  broken: 'FEED_INVALID',
  private: 'ADDRESS_REFUSED',
  limited: 'RATE_LIMITED',
};

const addressOf = (typed: string): URL => {
  const url = URL.parse(/^https?:/.test(typed) ? typed : `https://${typed}`);
  if (url === null || !url.hostname.includes('.')) throw new Refusal('VALIDATION_FAILED');
  const code = refusals[url.hostname.split('.')[0] ?? ''];
  if (code !== undefined) throw new Refusal(code);
  return url;
};

const withoutRows = (result: Job['result']): Job['result'] => {
  if (result === null) return null;
  const { rows: _, ...rest } = result;
  return rest;
};

const fetchRowOf = (feed: Feed, index: number): FetchRow => ({
  feed_id: feed.feed_id,
  outcome: feed.error_code !== null ? 'failed' : index % 4 === 1 ? 'updated' : 'unchanged',
  total: index % 4 === 1 ? 20 : null,
  new_articles: feed.error_code === null && index % 4 === 1 ? 2 : 0,
  unchanged: index % 4 === 1 ? 18 : null,
  left_out: 0,
  unprocessable: 0,
  error_code: feed.error_code,
  why: feed.error_message,
});

/** What the server would do for each endpoint, on a store in memory. */
export const handlers = (store: FakeStore, account: FakeAccount): Handlers => ({
  ...accountHandlers(store, account),
  listFeeds: () => page([...store.feeds.values()].map(store.withCount)),
  getFeed: ({ params }) => store.withCount(found(store.feeds.get(params.feed_id))),
  addFeed: ({ body }) => {
    const url = addressOf(body.url).href;
    if ([...store.feeds.values()].some((feed) => feed.url === url)) throw new Refusal('ALREADY_SUBSCRIBED');
    return store.withCount(store.addFeed(url));
  },
  discoverFeeds: ({ body }) => {
    const { origin, hostname } = addressOf(body.url);
    return page([
      { url: `${origin}/feed.xml`, title: `${hostname}: everything`, format: 'atom' },
      { url: `${origin}/comments.xml`, title: `${hostname}: comments`, format: 'rss' },
    ]);
  },
  updateFeed: ({ params, body }) => {
    const feed = found(store.feeds.get(params.feed_id));
    Object.assign(feed, {
      ...body,
      title: body.title === undefined ? feed.title : (body.title ?? new URL(feed.url).hostname),
    });
    return store.withCount(feed);
  },
  deleteFeed: ({ params }) => {
    if (!store.feeds.delete(params.feed_id)) throw new Refusal('NOT_FOUND');
    for (const article of store.articles.values()) {
      if (article.feed_id === params.feed_id && !article.is_saved) store.articles.delete(article.article_id);
    }
    return undefined;
  },
  resumeFeed: ({ params }) => {
    const feed = found(store.feeds.get(params.feed_id));
    Object.assign(feed, { fetch_status: 'active', error_code: null, error_message: null });
    return store.withCount(feed);
  },
  markFeedRead: ({ params }) => store.markRead((article) => article.feed_id === params.feed_id),
  listArticles: ({ query }) => listArticles(store, query),
  getArticle: ({ params }) => found(store.articles.get(params.article_id)),
  getReasons: ({ params }) => page(store.reasonsOf(found(store.articles.get(params.article_id)))),
  setRead: ({ params, body }) =>
    Object.assign(found(store.articles.get(params.article_id)), {
      is_read: body.is_read,
      read_at: body.is_read ? new Date().toISOString() : null,
    }),
  setSaved: ({ params, body }) => Object.assign(found(store.articles.get(params.article_id)), body),
  markRead: ({ body }) =>
    store.markRead((article) =>
      'article_ids' in body
        ? body.article_ids.includes(article.article_id)
        : article.created_at <= body.before &&
          (body.feed_id === undefined || article.feed_id === body.feed_id) &&
          (body.folder === undefined || store.feeds.get(article.feed_id)?.folder === body.folder),
    ),
  getPreferences: () => store.preferences,
  updatePreferences: ({ body }) => {
    Object.assign(store.preferences, body);
    if (body.like_saved !== undefined) store.recalculate();
    return store.preferences;
  },
  listKeywords: () => page([...store.keywords.values()]),
  addKeyword: ({ body }) => {
    if ([...store.keywords.values()].some((each) => each.text.toLowerCase() === body.text.toLowerCase())) {
      throw new Refusal('KEYWORD_EXISTS');
    }
    const keyword = store.addKeyword(body.text, body.weight, body.is_active, body.is_excluding);
    store.recalculate();
    return keyword;
  },
  previewKeyword: ({ body }) => {
    const rows = [...store.articles.values()];
    const before = new Map(
      rows
        .toSorted((a, b) => (b.importance_score ?? 0) - (a.importance_score ?? 0))
        .map(({ article_id }, at) => [article_id, at + 1]),
    );
    const scored = rows.map((row) => {
      const gain = store.similarity(body.text, row) * body.weight * (body.is_excluding ? -1 : 1);
      return { row, gain, score: Math.max(0, (row.importance_score ?? 0) + gain) };
    });
    const moved = scored
      .toSorted((a, b) => b.score - a.score)
      .map(({ row, gain, score }, at) => ({
        article_id: row.article_id,
        title: row.title,
        importance_score: row.importance_score,
        new_score: score,
        rank_before: before.get(row.article_id) ?? 1,
        rank_after: at + 1,
        gain,
      }));
    const size = (row: { rank_before: number; rank_after: number }) =>
      Math.abs(row.rank_before - row.rank_after);
    return page(
      moved
        .filter(({ gain }) => gain !== 0)
        .toSorted((a, b) => size(b) - size(a))
        .slice(0, 20),
    );
  },
  updateKeyword: ({ params, body }) => {
    const keyword = Object.assign(found(store.keywords.get(params.keyword_id)), body);
    store.recalculate();
    return keyword;
  },
  deleteKeyword: ({ params }) => {
    if (!store.keywords.delete(params.keyword_id)) throw new Refusal('NOT_FOUND');
    store.recalculate();
    return undefined;
  },
  recalculate: () => store.recalculate(),
  fetchFeeds: ({ body }) => {
    const feeds = [...store.feeds.values()].filter((feed) =>
      [undefined, feed.feed_id].includes(body.feed_id),
    );
    const rows = feeds.map((feed, index) => fetchRowOf(feed, index));
    const job = store.startJob('fetch-feeds', feeds.length, (done) => {
      done.result = {
        feeds: feeds.length,
        new_articles: rows.reduce((sum, row) => sum + row.new_articles, 0),
        failed_feeds: rows.filter((row) => row.outcome === 'failed').length,
        rows,
      };
    });
    return Object.assign(store.jobs[0] ?? job, { feed_id: body.feed_id ?? null });
  },
  cleanupArticles: () =>
    store.startJob('cleanup', 40, (job) => {
      job.result = {
        deleted_articles: 31,
        deleted_read_articles: 9,
        drifted_counts: 0,
        article_cutoff: new Date(Date.now() - 7 * 86_400_000).toISOString(),
        read_cutoff: new Date(Date.now() - 86_400_000).toISOString(),
        read_units: 41.5,
        write_units: 212,
        cost_usd: 0.000138,
        is_cost_estimated: true,
      };
    }),
  cancelJob: ({ params }) => store.cancel(found(store.jobs.find((job) => job.job_id === params.job_id))),
  importOpml: ({ body }) => {
    const document = Buffer.from(body).toString();
    if (!document.includes('<opml')) throw new Refusal('VALIDATION_FAILED');
    const rows = [...document.matchAll(/text="([^"]*)"[^>]*xmlUrl="([^"]*)"/g)].map(([, title, url]) =>
      url?.includes('broken')
        ? { title, url, folder: null, feed_id: null, outcome: 'failed', problem: 'invalid_address', why: '' }
        : { title, url, folder: null, feed_id: null, outcome: 'imported', problem: null, why: null },
    );
    return store.startJob('import', rows.length, (job) => {
      job.result = { imported: rows.length, unreachable: 0, duplicates: 0, failed: 0, rows };
    });
  },
  exportOpml: () => '<opml version="2.0"/>',
  listJobs: ({ query }) => {
    const from = Number(query.cursor ?? 0);
    const to = from + query.limit;
    const more = to < store.jobs.length;
    return {
      items: store.jobs
        .slice(from, to)
        .map(({ result, ...job }) => ({ ...job, result: withoutRows(result) })),
      next_cursor: more ? String(to) : null,
      has_more: more,
    };
  },
  getJob: ({ params }) => found(store.jobs.find((job) => job.job_id === params.job_id)),
  getHealth: () => ({ status: 'ok', version: '0.1.0', has_bookmark_counts: true }),
});

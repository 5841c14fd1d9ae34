import type { ApiHandlers, Reader } from '../src/contract/handlers.ts';
import { endpoints } from '../src/contract/index.ts';
import type {
  Article,
  ArticleRow,
  Endpoint,
  EndpointName,
  Endpoints,
  Feed,
  Job,
  Keyword,
  Page,
  ResponseOf,
} from '../src/contract/index.ts';

const time = '2026-01-31T08:00:00.000Z';

export const ids = {
  feed_id: '0123456789abcdef',
  article_id: '1234567890123456789',
  keyword_id: '0123456789ab',
  job_id: '0123abcd4567',
};

export const sampleFeed: Feed = {
  feed_id: ids.feed_id,
  url: 'https://blog.example/feed.xml',
  title: 'A blog',
  site_url: 'https://blog.example/',
  folder: null,
  fetch_interval_minutes: 60,
  is_active: true,
  fetch_status: 'active',
  error_code: null,
  error_message: null,
  unread_count: 3,
  has_unread: true,
  last_fetched_at: time,
  next_fetch_at: time,
  last_success_at: '2026-01-31T08:00:00.000Z',
  articles_per_week: 12.5,
  feed_last_updated: time,
  last_read_at: null,
  icon_url: null,
  created_at: time,
};

const row: ArticleRow = {
  article_id: ids.article_id,
  feed_id: ids.feed_id,
  feed_title: 'A blog',
  link: 'https://blog.example/1',
  title: 'One',
  excerpt: 'The first',
  published_at: time,
  is_date_estimated: false,
  created_at: time,
  is_read: false,
  read_at: null,
  is_saved: false,
  importance_score: 1.5,
  importance_rank: 82,
  top_reasons: [{ keyword_id: ids.keyword_id, keyword_text: 'apple', contribution: 1.5 }],
  bookmark_count: null,
};

const article: Article = { ...row, content: '<p>The first</p>', summary: '', author: null, enclosures: [] };

const keyword: Keyword = {
  keyword_id: ids.keyword_id,
  text: 'apple',
  weight: 2,
  is_active: true,
  is_excluding: false,
  created_at: time,
};

const job: Job = {
  job_id: ids.job_id,
  kind: 'fetch-feeds',
  state: 'queued',
  done: 0,
  total: null,
  result: null,
  created_at: time,
};

const pageOf = <T>(item: T): Page<T> => ({ items: [item], next_cursor: null, has_more: false });

/** A right answer of each endpoint. */
export const sampleResponses: { [N in EndpointName]: ResponseOf<Endpoints[N]> } = {
  addFeed: sampleFeed,
  listFeeds: pageOf(sampleFeed),
  getFeed: sampleFeed,
  updateFeed: sampleFeed,
  deleteFeed: undefined,
  discoverFeeds: pageOf({ url: sampleFeed.url, title: null, format: 'atom' as const }),
  resumeFeed: sampleFeed,
  getFeedIcon: { bytes: new Uint8Array([1, 2, 3]), content_type: 'image/png', hash: '01234567' },
  importOpml: { ...job, kind: 'import' },
  exportOpml: '<opml version="2.0"/>',
  markFeedRead: job,
  listArticles: pageOf(row),
  getArticle: article,
  getReasons: pageOf({
    keyword_id: ids.keyword_id,
    keyword_text: 'apple',
    weight: 2,
    similarity_score: 0.75,
    contribution: 1.5,
  }),
  setRead: row,
  setSaved: row,
  markRead: job,
  addKeyword: keyword,
  listKeywords: pageOf(keyword),
  updateKeyword: keyword,
  deleteKeyword: undefined,
  previewKeyword: pageOf({
    article_id: ids.article_id,
    title: 'One',
    importance_score: 1.5,
    new_score: 2.5,
    rank_before: 7,
    rank_after: 2,
  }),
  recalculate: job,
  fetchFeeds: job,
  cleanupArticles: job,
  listJobs: pageOf(job),
  getJob: job,
  getPreferences: { version: 1, like_saved: false },
  updatePreferences: { version: 1, like_saved: true },
  getHealth: { status: 'ok', version: '1.2.3' },
  getOpenApi: {},
};

const sampleBodies: Partial<Record<EndpointName, unknown>> = {
  addFeed: { url: 'https://blog.example/' },
  updateFeed: { title: 'Mine' },
  discoverFeeds: { url: 'blog.example' },
  importOpml: '<opml version="2.0"><body/></opml>',
  setRead: { is_read: true },
  setSaved: { is_saved: true },
  markRead: { before: time },
  addKeyword: { text: 'apple' },
  updateKeyword: { weight: 3 },
  previewKeyword: { text: 'apple' },
  updatePreferences: { like_saved: true },
};

/** A right request for an endpoint, as parts of a function-URL event. */
export const sampleRequest = (name: EndpointName) => {
  const endpoint: Endpoint = endpoints[name];
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: keyof typeof ids) => ids[key]);
  return { method: endpoint.method, path, body: sampleBodies[name] };
};

export type Call = {
  name: EndpointName;
  request: { params?: unknown; query?: unknown; body?: unknown; reader: Reader };
};

/** Handlers that answer each endpoint's sample, or what `answer` makes of it, and note what they were asked. */
export const sampleHandlers = (
  answer: (name: EndpointName, sample: unknown) => unknown = (_, sample) => sample,
) => {
  const calls: Call[] = [];
  const entries = (Object.keys(endpoints) as EndpointName[])
    .filter((name) => name !== 'getHealth' && name !== 'getOpenApi')
    .map((name) => [
      name,
      async (request: Call['request']) => {
        calls.push({ name, request });
        return answer(name, sampleResponses[name]);
      },
    ]);
  return { handlers: Object.fromEntries(entries) as ApiHandlers, calls };
};

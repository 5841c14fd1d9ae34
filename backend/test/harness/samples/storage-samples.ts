import { randomUUID } from 'node:crypto';
import type { Article, BlobStore } from '../../../src/model/article/article.ts';
import type { Entry } from '../../../src/model/article/entry.ts';
import { healthy, type Feed } from '../../../src/model/feed/feed.ts';
import type { Job } from '../../../src/model/job/job.ts';
import type { Subscription } from '../../../src/model/feed/subscription.ts';
import { storedSimilarity } from '../../../src/model/score/score.ts';
import type { Keyword } from '../../../src/model/score/keyword.ts';
import { noExtra } from '../../../src/contract/index.ts';

const EARLIEST_ID = 2n ** 60n;

export const sampleArticleId = (number: number): string => String(EARLIEST_ID + BigInt(number) * 1_000_003n);
export const sampleFeedId = (number: number): string => number.toString(16).padStart(16, '0');
const sampleKeywordId = (number: number): string => number.toString(16).padStart(12, '0');
export const uniqueUser = () => `user-${randomUUID().slice(0, 8)}`;

export const sampleTime = (minute: number): string =>
  new Date(Date.UTC(2026, 0, 31, 8) + minute * 60_000).toISOString();

export const sampleFeed = (changes: Partial<Feed> = {}): Feed => ({
  feed_id: sampleFeedId(0xabc),
  url: 'https://example.com/feed.xml',
  is_private: false,
  source: null,
  title: 'Example',
  site_url: 'https://example.com/',
  description: 'What there is to say of it.',
  language: 'en',
  etag: '"5d8c72a5edda8"',
  last_modified: 'Sat, 31 Jan 2026 08:00:00 GMT',
  body_hash: '0123456789abcdef',
  ...healthy,
  fetch_interval_minutes: 60,
  is_automatic_too: false,
  fetch_days: null,
  wanted_text: 'auto',
  found_text: null,
  next_fetch_at: sampleTime(0),
  claimed_by: null,
  last_fetched_at: null,
  newest_article_at: null,
  articles_per_week: null,
  unprocessable_items: 0,
  too_large_items: 0,
  over_limit_items: 0,
  over_limit_ever: 0,
  publisher_ttl_minutes: null,
  skip_hours: null,
  moved_to: null,
  moved_times: 0,
  feed_last_updated: null,
  icon_hash: '0123abcd',
  icon_checked_day: 20_484,
  push: null,
  mail: null,
  created_at: sampleTime(-1000),
  ...changes,
});

export const sampleSubscription = (changes: Partial<Subscription> = {}): Subscription => ({
  user_id: 'local',
  feed_id: sampleFeedId(0xabc),
  folder: null,
  position: null,
  title: null,
  feed_title: 'Example',
  fetch_interval_minutes: 60,
  text_mode: 'auto',
  volume: 'normal',
  keep_days: null,
  is_active: true,
  unread_count: 0,
  counted_at: sampleTime(0),
  counted_seq: 0,
  recount_at: null,
  count_version: 0,
  last_read_at: null,
  older_known: 0,
  older_brought: null,
  created_at: sampleTime(0),
  ...changes,
});

export const sampleKeyword = (changes: Partial<Keyword> = {}): Keyword => ({
  user_id: 'local',
  keyword_id: sampleKeywordId(1),
  text: 'climate',
  weight: 1,
  is_active: true,
  is_excluding: false,
  is_pending: false,
  created_at: sampleTime(0),
  ...changes,
});

export const sampleJob = (user_id: string, job_id: string): Job => ({
  user_id,
  job_id,
  kind: 'fetch-feeds',
  state: 'queued',
  done: 0,
  total: null,
  result: null,
  created_at: sampleTime(0),
  feed_id: null,
  not_before: null,
  taken_by: null,
  cursor: null,
  restarts: 0,
  ttl: 2_000_000_000,
});

export const sampleEntry = (changes: Partial<Entry> = {}): Entry => ({
  user_id: 'local',
  article_id: sampleArticleId(1),
  feed_ids: [sampleFeedId(1)],
  link: 'https://www.example.com/2026/01/31/world/europe/a-headline-of-usual-length.html',
  title: 'A headline of about the length that headlines usually have',
  excerpt: 'The first words of the article, cut where a list has no more room for them.',
  published_at: sampleTime(0),
  is_date_estimated: false,
  created_at: sampleTime(5),
  importance_score: 1.25,
  reasons: [],
  freshness_days: 0,
  keywords_version: 1,
  is_read: false,
  read_at: null,
  unread_after: null,
  text_source: null,
  text_version: null,
  is_saved: false,
  saved_at: null,
  own_tags: [],
  is_kept_by_tags: false,
  rule_hours: null,
  kept_days: null,
  expires_at: sampleTime(7 * 24 * 60),
  extra: { ...noExtra, reading_minutes: 14 },
  ...changes,
});

export const sampleArticle = (changes: Partial<Article> = {}): Article => ({
  article_id: sampleArticleId(1),
  feed_id: sampleFeedId(1),
  link: 'https://www.example.com/2026/01/31/world/europe/a-headline-of-usual-length.html',
  title: 'A headline of about the length that headlines usually have',
  summary: 'What it is about.',
  content: '<p>What it is about, and then some.</p>',
  author: 'A. Writer',
  categories: ['World', 'Europe'],
  enclosures: [
    { url: 'https://example.com/a.mp3', type: 'audio/mpeg', length: 1234 },
    { url: 'https://example.com/b.mp3', type: null, length: null, chapters: [{ start: 1.5, title: 'One' }] },
    { url: 'https://example.com/c.mp3', type: null, length: null, chapters: 'https://example.com/c.json' },
  ],
  published_at: sampleTime(0),
  is_date_estimated: false,
  is_own_host: false,
  boilerplate: [],
  extra: {
    ...noExtra,
    reading_minutes: 14,
    story: 'EEFCQ0RFRkc',
    image_url: 'https://img.example.com/lead.jpg',
  },
  created_at: sampleTime(5),
  ttl: 2_000_000_000,
  ...changes,
});

/** Returns sample reasons, one for each of `count` keywords. */
export const sampleReasons = (count: number): Entry['reasons'] =>
  Array.from({ length: count }, (_, at) => ({
    keyword_id: sampleKeywordId(at + 1),
    similarity_score: storedSimilarity((at + 1) / 16),
    weight: 1,
  }));

export const memoryBlobs = () => {
  const files = new Map<string, Uint8Array>();
  const store: BlobStore = {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key) => files.get(key) ?? null,
    delete: async (key) => void files.delete(key),
    list: async (prefix) => [...files.keys()].filter((key) => key.startsWith(prefix)),
  };
  return { files, store };
};

import type { ArticleRow, Feed } from '@omomi/backend/contract';

const digits = (n: number, length: number): string => String(n).padStart(length, '0');

/** A healthy feed without a folder; `n` makes its id and texts differ from those of the others. */
export const feedFixture = (n: number, changes: Partial<Feed> = {}): Feed => ({
  feed_id: digits(n, 16),
  url: `https://feed${n}.example/feed.xml`,
  title: `Feed ${n}`,
  site_url: `https://feed${n}.example`,
  description: null,
  language: null,
  folder: null,
  position: null,
  fetch_interval_minutes: null,
  current_interval_minutes: 60,
  interval_reason: 'usual',
  is_active: true,
  fetch_status: 'active',
  error_code: null,
  error_message: null,
  unread_count: 0,
  has_unread: false,
  last_fetched_at: '2026-03-01T11:40:00.000Z',
  next_fetch_at: '2026-03-01T12:40:00.000Z',
  next_fetch_reason: 'interval',
  last_success_at: '2026-03-01T11:40:00.000Z',
  articles_per_week: 12.5,
  feed_last_updated: '2026-03-01T11:35:00.000Z',
  unprocessable_items: 0,
  left_out: { over_limit: 0, too_large: 0, unreadable: 0 },
  last_read_at: null,
  icon_url: null,
  created_at: '2026-02-01T12:00:00.000Z',
  ...changes,
});

/** An unread, unsaved, unscored article of feed 1. */
export const articleFixture = (n: number, changes: Partial<ArticleRow> = {}): ArticleRow => ({
  article_id: `1${digits(n, 18)}`,
  feed_id: digits(1, 16),
  feed_title: 'Feed 1',
  is_former_feed: false,
  link: `https://feed1.example/${n}`,
  title: `Article ${n}`,
  excerpt: `The beginning of article ${n}.`,
  published_at: '2026-03-01T11:00:00.000Z',
  is_date_estimated: false,
  created_at: '2026-03-01T11:05:00.000Z',
  is_read: false,
  read_at: null,
  is_saved: false,
  importance_score: null,
  importance_rank: null,
  top_reasons: [],
  bookmark_count: null,
  reading_minutes: null,
  ...changes,
});

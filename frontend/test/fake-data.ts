import { createHash } from 'node:crypto';
import type { Article, Feed } from '@omomi/backend/contract';
import { type FeedSeed, feedSeeds, topics } from './fake-texts.ts';

/** An invented world of twelve feeds, so that every state a page can show is there to be looked at. */
export type World = { feeds: Feed[]; articles: Article[] };

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

const articleIdOf = (text: string): string =>
  ((BigInt(`0x${hex(text, 15)}`) % 2n ** 62n) + 2n ** 60n).toString().padStart(19, '1').slice(0, 19);

const minutesBefore = (now: Date, minutes: number): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString();

const paragraphs = (text: string, japanese: boolean): string =>
  japanese
    ? `<p>${text}</p><p>記録はまだ続きます。毎朝同じ時刻に見に行き、変わったところだけを書き留めました。<a href="https://example.com/">前回の記事</a>もあわせてご覧ください。</p><blockquote><p>変わらないように見えるものほど、よく変わっている。</p></blockquote><p>次回は、道具の手入れについて書く予定です。</p>`
    : `<p>${text}</p><p>The people who did the work keep no diary, but they keep receipts, and from these a year can be read. In March there is paint; in April, for three weeks, nothing but rope. <a href="https://example.com/">An earlier report</a> followed the same crew through the winter.</p><blockquote><p>Whoever says nothing changes here has not stood here long enough.</p></blockquote><ul><li>What was measured, and by whom</li><li>What it cost, and who paid</li></ul><p>The next visit is planned for the autumn, when the water is low and the old foundations show.</p>`;

export const makeFeed = (seed: FeedSeed, now: Date): Feed => ({
  feed_id: hex(seed.url, 16),
  url: seed.url,
  title: seed.title,
  site_url: new URL(seed.url).origin,
  folder: seed.folder,
  fetch_interval_minutes: 60,
  is_active: seed.paused !== true,
  fetch_status: seed.stopped === true ? 'stopped' : 'active',
  error_code: seed.error ?? null,
  error_message: seed.error === undefined ? null : `The last fetch failed: ${seed.error}`,
  unread_count: 0,
  has_unread: false,
  last_fetched_at: minutesBefore(now, 20),
  next_fetch_at: minutesBefore(now, -40),
  last_success_at: seed.error === undefined ? minutesBefore(now, 20) : minutesBefore(now, 60 * 30),
  articles_per_week: 12.5,
  unprocessable_items: 0,
  feed_last_updated: minutesBefore(now, 25),
  last_read_at: null,
  icon_url: null,
  created_at: minutesBefore(now, 60 * 24 * 30),
});

export const makeArticle = (
  feed: Feed,
  index: number,
  title: string,
  text: string,
  author: string | null,
  now: Date,
): Article => {
  const key = `${feed.feed_id} ${index}`;
  const japanese = /[ぁ-ん]/.test(text);
  return {
    article_id: articleIdOf(key),
    feed_id: feed.feed_id,
    feed_title: feed.title,
    is_former_feed: false,
    link: `${feed.site_url ?? 'https://example.com'}/${index}`,
    title,
    excerpt: text.length > 120 ? `${text.slice(0, 119).replace(/\s+\S*$/, '')}…` : text,
    published_at: minutesBefore(now, 11 + index * 53),
    is_date_estimated: index % 17 === 5,
    created_at: minutesBefore(now, 5 + index * 53),
    is_read: index % 5 === 3,
    read_at: index % 5 === 3 ? minutesBefore(now, 4) : null,
    is_saved: index % 11 === 2,
    importance_score: null,
    importance_rank: null,
    top_reasons: [],
    bookmark_count: index % 4 === 1 ? index * 13 : null,
    content: paragraphs(text, japanese),
    summary: text,
    author,
    enclosures: [],
  };
};

const variants = ['', ' — a second look', ' — the readers write back'];

export const fullWorld = (now: Date): World => {
  const feeds = feedSeeds.map((seed) => makeFeed(seed, now));
  const articles: Article[] = [];
  for (let round = 0; articles.length < 80; round += 1) {
    for (const [at, seed] of feedSeeds.entries()) {
      const topic = topics[seed.topics[round % seed.topics.length] ?? ''] ?? [];
      const [title, text] = topic[Math.floor(round / seed.topics.length) % topic.length] ?? ['', ''];
      const lap = Math.floor(round / seed.topics.length / topic.length);
      const japanese = /[ぁ-ん]/.test(text);
      const name =
        lap === 0 ? title : japanese ? `${title}(続報${lap})` : `${title}${variants[lap % variants.length]}`;
      const feed = feeds[at];
      if (feed && articles.length < 80)
        articles.push(makeArticle(feed, articles.length, name, text, seed.author, now));
    }
  }
  return { feeds, articles };
};

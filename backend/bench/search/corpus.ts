import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { plainText, titleText } from '../../src/parser/fields/text.ts';
import { parseFeed } from '../../src/parser/parse-feed.ts';
import type { SearchRow } from '../../src/search/match/search-input.ts';
import type { SearchText } from '../../src/search/segment/part.ts';

export type Item = Omit<SearchText, 'article_id' | 'version'> & { feed: string };

const labelled = z.object({ class: z.string(), title: z.string(), text: z.string() });

/** Returns the articles of all real documents, by the project's parser, and Japanese news. */
export const realItems = async (shared: string): Promise<Item[]> => {
  const folder = join(shared, 'feeds/real');
  const items: Item[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => file !== 'expected.json')
    .toSorted()) {
    const feed = await parseFeed(readFileSync(join(folder, name)), null).catch(() => null);
    for (const { title, content, summary, author, categories } of feed?.items ?? [])
      items.push({
        feed: feed?.title ?? name,
        title: titleText(title),
        author,
        categories,
        body: plainText(content ?? '') || plainText(summary ?? ''),
      });
  }
  const news = gunzipSync(readFileSync(join(shared, 'relevance/livedoor.jsonl.gz')))
    .toString()
    .split('\n');
  for (const line of news.filter((text) => text !== '')) {
    const { class: feed, title, text } = labelled.parse(JSON.parse(line));
    items.push({ feed, title, body: text, author: null, categories: [] });
  }
  return items;
};

/** The articles of a reader, as search takes them. */
export type Corpus = {
  texts: SearchText[];
  rows: SearchRow[];
  feeds: Map<string, { title: string; folder: string | null }>;
};

const FIRST_ID = 10n ** 18n;

/**
 * Returns `count` articles made of the real ones, repeated. Each copy has a paragraph of another article and its own number, so that no two are equal.
 */
export const makeCorpus = async (shared: string, count: number): Promise<Corpus> => {
  const items = await realItems(shared);
  const at = (place: number): Item => items[place % items.length]!;
  const texts: SearchText[] = [];
  const rows: SearchRow[] = [];
  const feeds: Corpus['feeds'] = new Map();
  for (let n = 0; n < count; n += 1) {
    const { feed, ...item } = at(n * 7919);
    const added = at(n * 104_729 + 13);
    const round = Math.floor(n / items.length);
    const body = round === 0 ? item.body : `${item.body} ${added.body.slice(0, 300)} ${n}`;
    const articleId = `${FIRST_ID + BigInt(n)}`;
    feeds.set(feed, { title: feed, folder: feeds.size % 3 === 0 ? 'News' : null });
    texts.push({ ...item, article_id: articleId, version: '1', body });
    rows.push({
      article_id: articleId,
      feed_id: feed,
      title: item.title,
      excerpt: body.slice(0, 200),
      tags: [],
      published_at: new Date(Date.UTC(2026, 10, 22) - n * 600_000).toISOString(),
      importance: n % 101,
      is_read: n % 3 === 0,
      is_saved: n % 50 === 0,
    });
  }
  return { texts, rows, feeds };
};

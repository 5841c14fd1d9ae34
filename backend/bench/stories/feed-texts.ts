import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFeed } from '../../src/parser/parse-feed.ts';
import type { ParsedItem } from '../../src/parser/fields/parsed-feed.ts';
import { plainText } from '../../src/parser/fields/text.ts';
import { identify } from '../../src/refresh/intake/identify.ts';
import type { BenchText } from './fold.ts';

/** Characters of a text that are compared, as when articles arrive. */
const TEXT_CHARACTERS = 4000;

/** Reads the feeds of folders. Each document is one feed. Returns each article once, those published earlier first. */
export const readFeedTexts = async (folders: string[]): Promise<BenchText[]> => {
  const texts = new Map<string, BenchText>();
  for (const folder of folders)
    for (const file of readdirSync(folder).toSorted()) {
      if (file === 'expected.json') continue;
      const feed = await parseFeed(readFileSync(join(folder, file)), null);
      const document_url = `https://${file.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}.example/`;
      for (const { item, link, article_id } of identify(feed.items, {
        feed_id: file,
        site_url: null,
        is_private: false,
        document_url,
      }))
        if (!texts.has(article_id))
          texts.set(article_id, {
            name: article_id,
            feed_id: file,
            link,
            title: item.title,
            text: bodyOf(item),
            published_at: item.published_at,
          });
    }
  const timeOf = ({ published_at }: BenchText): number =>
    published_at === null ? Number.POSITIVE_INFINITY : Date.parse(published_at);
  return [...texts.values()].toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0));
};

const bodyOf = ({ content, summary }: ParsedItem): string =>
  (plainText(content) || plainText(summary ?? '')).slice(0, TEXT_CHARACTERS);

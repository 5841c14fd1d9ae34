import type { Context } from '../model/context.ts';
import type { EntryPosition } from '../model/article/entry.ts';
import { readArticles } from '../model/article/read-articles.ts';

const PAGE = 200;

/**
 * Stores the versions that a feed has of a reader's articles for another feed too, which takes them over, so that their texts stay.
 * Repeating it changes nothing.
 */
export const copyArticles = async (
  { articles, entries, now }: Pick<Context, 'articles' | 'entries' | 'now'>,
  user_id: string,
  from: string,
  to: string,
): Promise<void> => {
  let after: EntryPosition | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof entries.list>> = await entries.list({
      user_id,
      sort: 'published_at',
      filter: 'all',
      feed_ids: [from],
      limit: PAGE,
      after,
      now: now().toISOString(),
    });
    const keys = page.rows.map(({ article_id }) => ({ article_id, feed_id: from }));
    const { found } = await readArticles(articles, keys);
    if (found.length > 0) await articles.putMany(found.map((article) => ({ ...article, feed_id: to })));
    after = page.rows.at(-1) ?? null;
    if (!page.has_more || after === null) return;
  }
};

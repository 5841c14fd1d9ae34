import type { Article } from '../model/article/article.ts';
import type { Context } from '../model/context.ts';
import { requestAddress } from '../model/listing/listing-address.ts';
import { pagesWantedOf } from '../model/text/text-mode.ts';
import { inBatches } from '../lib/in-batches.ts';

/** The number of articles that one message can name. */
const BATCH = 50;

/**
 * Asks for the pages of a feed's new articles, if a reader of the feed wants their texts. Articles without a link have
 * none, and an address that differs from the feed's own in its fragment alone is no page of its own.
 */
export const askPages = async (
  { feeds, sendPages }: Pick<Context, 'feeds' | 'sendPages'>,
  feedId: string,
  articles: Article[],
): Promise<void> => {
  const feed = await feeds.get(feedId);
  if (feed === null || pagesWantedOf(feed) === 'none') return;
  const own = requestAddress(feed.url);
  const asked = articles.filter(({ link }) => link !== null && requestAddress(link) !== own);
  const messages = inBatches(asked, BATCH).map((batch) => ({
    kind: 'full_text' as const,
    feed_id: feedId,
    articles: batch.map(({ article_id }) => ({ article_id })),
  }));
  if (messages.length > 0) await sendPages(messages);
};

/**
 * Forgets the texts of the pages of articles that have another link now. Until the new pages come, the feed's texts are
 * shown.
 */
export const forgetPages = async (
  { articlePages }: Pick<Context, 'articlePages'>,
  articles: Pick<Article, 'article_id'>[],
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  const nothing = { reason: null, at, site: null, text: null, same_as: [] };
  for (const page of await articlePages.getMany(articles.map(({ article_id }) => article_id)))
    if (page.state !== 'unasked') await articlePages.put({ ...page, ...nothing, state: 'unasked' });
};

import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { followedFeed } from '../model/feed/followed-feed.ts';
import { dot, lengthOf, unit } from '../model/score/vector.ts';
import { createEmbeddedEmbedder } from '../scoring/embedders/embedded.ts';
import { loadWordTables } from '../scoring/words/word-tables.ts';

/** Number of the newest articles whose titles tell what a feed is about. */
const ARTICLES = 30;
/** The title of the feed counts once for this many articles. */
const ARTICLES_A_TITLE = 4;

type NearnessContext = Pick<Context, 'subscriptions' | 'feeds' | 'entries' | 'now'>;

const plus = (a: Float32Array, b: Float32Array, times = 1): Float32Array =>
  a.map((value, at) => value + times * (b[at] ?? 0));

const sumOf = (vectors: readonly Float32Array[]): Float32Array =>
  vectors.reduce((sum, vector) => plus(sum, vector), new Float32Array(vectors[0]?.length ?? 0));

/**
 * Returns a unit vector for each text, by the word vectors that are part of Omomi, whichever model scores articles. A text without a
 * known word has a vector of zeros.
 */
const vectorsOf = async (texts: readonly string[]): Promise<Float32Array[]> => {
  const results = await createEmbeddedEmbedder().embed(
    texts.map((title) => ({ title, body: '', purpose: 'article' as const })),
  );
  return results.map((result) => unit(result.ok ? result.embedding.values : new Float32Array(0)));
};

/**
 * Returns how near each text is to the titles, as a cosine. The mean of the texts is taken out of each text, and the direction of the
 * usual article out of the titles, because both are near to everything. Without a known word the cosine is 0.
 */
export const nearnessOf = async (titles: readonly string[], texts: readonly string[]): Promise<number[]> => {
  const [ofTitles, ofTexts] = await Promise.all([vectorsOf(titles), vectorsOf(texts)]);
  const usual = unit(loadWordTables().background().mean);
  const told = unit(sumOf(ofTitles));
  const own = unit(plus(told, usual, -dot(told, usual)));
  const common = sumOf(ofTexts).map((value) => value / ofTexts.length);
  return ofTexts.map((vector) =>
    lengthOf(vector) === 0 ? 0 : dot(unit(texts.length === 1 ? vector : plus(vector, common, -1)), own),
  );
};

/** The endpoint that compares texts with a feed. The page sends the well-known feeds of its list, and offers the nearest. */
export const nearnessEndpoint = (ctx: NearnessContext): HandlersOf<'compareFeed'> => ({
  compareFeed: async ({ reader: { user_id }, params: { feed_id }, body: { texts } }) => {
    const { feed } = await followedFeed(ctx, user_id, feed_id);
    const { rows } = await ctx.entries.list({
      user_id,
      sort: 'published_at',
      filter: 'all',
      feed_ids: [feed_id],
      limit: ARTICLES,
      after: null,
      now: ctx.now().toISOString(),
      is_consistent: false,
    });
    const times = Math.max(1, Math.round(rows.length / ARTICLES_A_TITLE));
    const titles = [...rows.map(({ title }) => title), ...Array<string>(times).fill(feed.title)];
    return { nearness: await nearnessOf(titles, texts) };
  },
});

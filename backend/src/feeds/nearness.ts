import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { feedUnknown, missingFeed } from '../model/feed/followed-feed.ts';
import { createEmbeddedEmbedder } from '../scoring/embedders/embedded.ts';
import { loadWordTables } from '../scoring/words/word-tables.ts';

/** Number of the newest articles whose titles tell what a feed is about. */
const ARTICLES = 30;
/** The feed's own title counts as often as so many articles' in all. */
const ARTICLES_A_TITLE = 4;

type NearnessContext = Pick<Context, 'subscriptions' | 'feeds' | 'entries' | 'now'>;

type Vector = Float32Array;

const lengthOf = (vector: Vector): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
const product = (a: Vector, b: Vector): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const unit = (vector: Vector): Vector => {
  const length = lengthOf(vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};
const minus = (a: Vector, b: Vector, times = 1): Vector => a.map((value, at) => value - times * (b[at] ?? 0));
const sumOf = (vectors: readonly Vector[]): Vector => {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    vector.forEach((value, at) => {
      sum[at] = (sum[at] ?? 0) + value;
    });
  return sum;
};

/** Returns the unit vectors of texts by the words' vectors that ship, whatever model scores articles; all zero without a known word. */
const vectorsOf = async (texts: readonly string[]): Promise<Vector[]> => {
  const results = await createEmbeddedEmbedder().embed(
    texts.map((title) => ({ title, body: '', purpose: 'article' as const })),
  );
  return results.map((result) => unit(result.ok ? result.embedding.values : new Float32Array(0)));
};

/**
 * Returns how near each of some texts is to what titles tell of, as a cosine. What all of the texts have in common does not count, nor
 * what any article has. Titles and texts of which no word is known are near to nothing: 0.
 */
export const nearnessOf = async (titles: readonly string[], texts: readonly string[]): Promise<number[]> => {
  const [ofTitles, ofTexts] = await Promise.all([vectorsOf(titles), vectorsOf(texts)]);
  const usual = unit(loadWordTables().background().mean);
  const told = unit(sumOf(ofTitles));
  const own = unit(minus(told, usual, product(told, usual)));
  const common = sumOf(ofTexts).map((value) => value / ofTexts.length);
  return ofTexts.map((vector) =>
    lengthOf(vector) === 0 ? 0 : product(unit(texts.length === 1 ? vector : minus(vector, common)), own),
  );
};

/** The endpoint that compares texts with a feed. Other feeds are offered by it, whose list the page has. */
export const nearnessEndpoint = (ctx: NearnessContext): HandlersOf<'compareFeed'> => ({
  compareFeed: async ({ reader: { user_id }, params: { feed_id }, body: { texts } }) => {
    const [subscription, feed] = await Promise.all([
      ctx.subscriptions.get(user_id, feed_id),
      ctx.feeds.get(feed_id),
    ]);
    if (subscription === null) throw feedUnknown();
    if (feed === null) throw missingFeed(feed_id);
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

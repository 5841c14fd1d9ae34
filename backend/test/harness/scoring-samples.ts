import type { Article } from '../../src/model/article/article.ts';
import type { Embedder, EmbeddingError, EmbedRequest } from '../../src/model/score/embedder.ts';
import { createEmbeddedEmbedder } from '../../src/scoring/embedders/embedded.ts';
import {
  sampleArticle,
  sampleArticleId,
  sampleFeed,
  sampleFeedId,
  sampleSubscription,
} from './samples/storage-samples.ts';
import type { TestApp } from './app.ts';

const topics = [
  'the climate and its warming',
  'football and its referees',
  'an election and its voters',
  'music for the piano',
  'software for computers',
  'hospitals and their nurses',
  'a rocket to the moon',
  'banks and inflation',
  'a museum of paintings',
  'trains and their drivers',
];
const topic = (n: number) => topics[n % topics.length]!;

export const seedFeed = sampleFeedId(0xabc);

/** Returns article n, which is mainly about topic n and a little about another topic. */
export const seedArticle = (app: TestApp, n: number): Article => ({
  ...sampleArticle({
    feed_id: seedFeed,
    article_id: sampleArticleId(n),
    link: `https://site.example/${n}`,
    title: `Report ${n} on ${topic(n)}`,
    summary: `What was said about ${topic(n)}.`,
    content: `<p>A word on ${topic(n)}, and then on ${topic(n * 7 + 3)}.</p>`,
    published_at: new Date(app.now().getTime() - n * 60_000).toISOString(),
    created_at: app.now().toISOString(),
    ttl: Math.floor(app.now().getTime() / 1000) + 7 * 86_400,
  }),
});

export const addReaders = async (app: TestApp, readers: string[], feed_id = seedFeed): Promise<void> => {
  await app.stores.feeds.create(sampleFeed({ feed_id }));
  for (const user_id of readers) {
    await app.stores.subscriptions.create(sampleSubscription({ user_id, feed_id }));
    await app.stores.subscribers.put({
      feed_id,
      user_id,
      fetch_interval_minutes: 60,
      text_mode: 'auto',
      volume: 'normal',
      is_active: true,
    });
  }
};

/** Stores articles of one feed and queues them for scoring, 50 per message, as a fetch does. */
export const queueArticles = async (app: TestApp, articles: Article[]): Promise<void> => {
  await app.stores.articles.putMany(articles);
  for (let start = 0; start < articles.length; start += 50) {
    const article_ids = articles.slice(start, start + 50).map(({ article_id }) => article_id);
    const feed_id = articles[start]?.feed_id;
    const body = JSON.stringify({ feed_id, article_ids, sent_at: app.now().toISOString() });
    app.queues.score.push({ id: `seed-${articles[start]?.article_id}`, body, receives: 0 });
  }
};

export const seed = async (app: TestApp, count: number, readers = ['local']): Promise<void> => {
  await addReaders(app, readers);
  await queueArticles(
    app,
    Array.from({ length: count }, (_, n) => seedArticle(app, n)),
  );
  await app.settle();
};

export const keyword = (text: string, weight = 1, is_excluding = false) => ({
  body: { text, weight, is_active: true, is_excluding },
});

/** Returns the parts of a reader's entries that determine the lists. */
export const scoresOf = async (app: TestApp, user = 'local') =>
  (await app.stores.entries.scan(user, null, 100_000)).map(
    ({ article_id, importance_score, reasons, is_read, is_saved }) => ({
      article_id,
      importance_score,
      reasons,
      is_read,
      is_saved,
    }),
  );

/** Wraps the embedded model: records its requests, and lets `fail` make a request fail. */
export const watchedEmbedder = (
  fail: (request: EmbedRequest) => EmbeddingError | null = () => null,
  model = 'embedded-4',
) => {
  const inner = createEmbeddedEmbedder();
  const asked: EmbedRequest[] = [];
  const embedder: Embedder = {
    model,
    embed: async (requests) => {
      asked.push(...requests);
      const results = await inner.embed(requests);
      return results.map((result, at) => {
        const error = fail(requests[at]!);
        return error === null ? result : { ok: false, error };
      });
    },
  };
  return {
    embedder,
    /** Returns the requests since the last call. */
    take: () => asked.splice(0),
  };
};

import type { Article } from '../src/model/article/article.ts';
import type { ScoreMessage } from '../src/queues/messages.ts';
import type { Embedder, EmbedRequest } from '../src/model/score/embedder.ts';
import { createEmbeddedEmbedder } from '../src/scoring/embedders/embedded.ts';
import { REFERENCE_TEXTS } from '../src/scoring/reference-texts.ts';
import type { TestApp } from '../test/harness/app.ts';
import { seedArticle, seedFeed } from '../test/harness/scoring-samples.ts';

const SIX_KB = 6144;
const DIMENSION = 1024;

export const topics = REFERENCE_TEXTS.map(({ topic }) => topic);

/** Returns an article of 6 KB that begins with one of 65 stories. */
export const benchArticle = (app: TestApp, n: number): Article => {
  const stories = Array.from(REFERENCE_TEXTS, (_, at) => REFERENCE_TEXTS[(n + at) % REFERENCE_TEXTS.length]);
  const content = stories.map((story) => `<p>${story?.body ?? ''} (${n})</p>`).join('\n');
  return {
    ...seedArticle(app, n),
    title: `${stories[0]?.title ?? ''}, part ${n}`,
    content: content.slice(0, SIX_KB),
  };
};

/**
 * Queues the articles for scoring, `size` of them a message: few as when articles arrive, or 50 as when there are many
 * to catch up with.
 */
export const queueScores = (app: TestApp, articles: Article[], size: number): void => {
  for (let start = 0; start < articles.length; start += size) {
    const batch = articles.slice(start, start + size).map(({ article_id }) => article_id);
    const message: ScoreMessage = {
      feed_id: seedFeed,
      article_ids: batch,
      sent_at: app.now().toISOString(),
    };
    app.queues.score.push({ id: `bench-${batch[0]}`, body: JSON.stringify(message), receives: 0 });
  }
};

/**
 * Creates an embedder that resembles a dense model in its size and in that every two texts have something in common. It
 * repeats the embedded model's dense part to 1,024 numbers and adds a part that all texts share. Its rankings mean nothing.
 */
const denseEmbedder = (): Embedder => {
  const embedded = createEmbeddedEmbedder();
  return {
    model: `bench-dense/${DIMENSION}`,
    embed: async (requests) =>
      (await embedded.embed(requests)).map((result) => {
        if (!result.ok) return result;
        const { values } = result.embedding;
        const repeated = Float32Array.from({ length: DIMENSION }, (_, at) => values[at % values.length] ?? 0);
        const length = Math.sqrt(repeated.reduce((sum, value) => sum + value * value, 0));
        const shared = (length || 1) / Math.sqrt(DIMENSION);
        return { ok: true, embedding: { kind: 'dense', values: repeated.map((value) => value + shared) } };
      }),
  };
};

export type Kind = 'embedded' | 'dense';

/** Creates an embedder that counts the texts it is asked for. */
export const countedEmbedder = (kind: Kind) => {
  const inner = kind === 'dense' ? denseEmbedder() : createEmbeddedEmbedder();
  let asked: EmbedRequest[] = [];
  const embedder: Embedder = {
    model: inner.model,
    embed: (requests) => {
      asked.push(...requests);
      return inner.embed(requests);
    },
  };
  return {
    embedder,
    /** Returns the number of texts since the last call. */
    take: (): number => {
      const count = asked.length;
      asked = [];
      return count;
    },
  };
};

import { expect, it } from 'vitest';
import { partIds } from '../contract/index.ts';
import type { Entry } from '../model/article/entry.ts';
import type { Signal } from '../model/learning/learner.ts';
import { textHash, toStored, type StoredVector } from '../model/score/vector.ts';
import { createEmbeddedEmbedder } from './embedders/embedded.ts';
import { nearestLiked } from './nearest-liked.ts';

const embedder = createEmbeddedEmbedder();
const vectorOf = async (title: string, body: string): Promise<StoredVector> => {
  const request = { title, body, purpose: 'article' as const };
  const [result] = await embedder.embed([request]);
  if (result?.ok !== true) throw new Error('no vector');
  return toStored(result.embedding, embedder.model, textHash(request));
};

const OWN = [
  'Rover finds ice on Mars',
  'The rover of the space agency drilled into the ground of the planet.',
] as const;
const NEAR = [
  'Probe lands on Mars',
  'The space agency landed its probe on the ground of the planet.',
] as const;
const FAR = ['Cup final ends in a draw', 'Both goalkeepers saved a penalty before the whistle.'] as const;

type Told = { id: string; title: string; body: string; opinion?: 'up' | 'down' };

/** Returns what is named for the article OWN, after these signals. */
const named = async (told: Told[], weight = 0.15) => {
  const own = await vectorOf(...OWN);
  const signals = await Promise.all(
    told.map(async ({ id, title, body, opinion }) => ({
      article_id: id,
      title,
      opinion: opinion ?? 'up',
      vector: await vectorOf(title, body),
    })),
  );
  const ctx = {
    embedder,
    learning: { listSignals: () => Promise.resolve(signals as unknown as Signal[]) },
    vectors: { getMany: () => Promise.resolve([{ article_id: 'own', vector: own }]) },
  } as unknown as Parameters<typeof nearestLiked>[0];
  const reasons = [{ keyword_id: partIds.liked, weight, similarity_score: 0.5 }];
  return nearestLiked(ctx, {
    user_id: 'r',
    article_id: 'own',
    feed_ids: ['f'],
    title: OWN[0],
    reasons,
  } as unknown as Entry);
};
const of = (id: string, [title, body]: readonly [string, string]): Told => ({ id, title, body });

it('names a near article that was liked, and none that is far', async () => {
  expect(await named([of('far', FAR), of('near', NEAR)])).toEqual({
    count: 1,
    articles: [{ article_id: 'near', title: NEAR[0] }],
  });
  expect(await named([of('far', FAR)])).toBeNull();
});

it('never names the article itself, nor a copy of it under another id', async () => {
  expect(await named([of('own', OWN)])).toBeNull();
  expect(await named([of('copy', OWN)])).toBeNull();
  expect(await named([of('longer', [OWN[0], `${OWN[1]} It is the third find of the year.`])])).toBeNull();
  expect(await named([of('copy', OWN), of('near', NEAR)])).toMatchObject({
    articles: [{ article_id: 'near' }],
  });
});

it('names a disliked article where the learned part lowers the score, and a liked one where it raises it', async () => {
  const told = [
    { ...of('up', NEAR), opinion: 'up' as const },
    { ...of('down', [`${NEAR[0]} again`, NEAR[1]]), opinion: 'down' as const },
  ];
  expect(await named(told, 0.15)).toMatchObject({ count: 1, articles: [{ article_id: 'up' }] });
  expect(await named(told, -0.15)).toMatchObject({ count: 1, articles: [{ article_id: 'down' }] });
});

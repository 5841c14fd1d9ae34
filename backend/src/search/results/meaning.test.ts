import { type EmbedRequest, ModelUnavailableError } from '../../model/score/embedder.ts';
import { describe, expect, it } from 'vitest';
import { createEmbeddedEmbedder } from '../../scoring/embedders/embedded.ts';
import { makeKeywordVector, newKeywordMemory } from '../../scoring/keyword-vector.ts';
import { parseQuery } from '../query/parse-query.ts';
import { sketchOf } from '../segment/sketch.ts';
import { denseValues } from '../../model/score/vector.ts';
import { likesOf, meaningOf } from './meaning.ts';

const embedder = createEmbeddedEmbedder();
const ctx = { embedder, keywordMemory: newKeywordMemory() };
const noKeyword = { user_id: '', keyword_id: '' };
const sketchOfText = async (text: string): Promise<Uint8Array> =>
  sketchOf(denseValues((await makeKeywordVector(ctx, { ...noKeyword, text })).vector));

describe('the meaning of a query', () => {
  const asked: string[] = [];
  const watching = {
    embedder: {
      ...embedder,
      embed: (requests: EmbedRequest[]) => {
        asked.push(...requests.map(({ title }) => title));
        return embedder.embed(requests);
      },
    },
    keywordMemory: newKeywordMemory(),
  };

  it('is that of its plain words, without fields, what is excluded and words of grammar', async () => {
    const meaning = await meaningOf(
      watching,
      parseQuery('how the volcano erupts title:lava -football is:unread '),
    );
    expect(asked.splice(0)).toEqual(['volcano erupts']);
    const [near, far] = await Promise.all(['lava and ashes', 'stock exchange'].map(sketchOfText));
    expect(near === undefined ? 0 : meaning?.deviationsOf(near)).toBeGreaterThan(1.5);
    expect(far === undefined ? 9 : meaning?.deviationsOf(far)).toBeLessThan(1.5);
  });

  it('is unknown without plain words, and for words that the model does not know', async () => {
    expect(await meaningOf(watching, parseQuery('is:unread title:lava '))).toBe(null);
    expect(asked.splice(0)).toEqual([]);
    expect(await meaningOf(watching, parseQuery('qzxvwkjh '))).toBe(null);
  });

  it('is not asked of a model that is a service, and no search fails without it', async () => {
    const refusing = (model: string) => ({
      embedder: { model, embed: () => Promise.reject(new ModelUnavailableError()) },
      keywordMemory: newKeywordMemory(),
    });
    expect(await meaningOf(refusing('amazon.titan-embed'), parseQuery('volcano '))).toBe(null);
    expect(await meaningOf(refusing(embedder.model), parseQuery('volcano '))).toBe(null);
  });
});

describe('what a text is like', () => {
  it('are texts about the same, in another language too, and none about others', async () => {
    const like = { kind: 'text', text: 'volcano' } as const;
    const near = (await likesOf(ctx, parseQuery('like:"volcano" '))).get(like.text);
    expect(near?.(await sketchOfText('Lava flows from the crater of the volcano'))).toBeGreaterThan(0.6);
    expect(near?.(await sketchOfText('火山が噴火し、溶岩が流れた'))).toBeGreaterThan(0.6);
    expect(near?.(await sketchOfText('The central bank leaves interest rates unchanged'))).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmbedRequest } from '../../model/score/embedder.ts';
import { cosine, toStored } from '../../model/score/vector-codec.ts';
import { createLexicalEmbedder } from './lexical.ts';

const embedder = createLexicalEmbedder();
const stored = async (request: EmbedRequest) => {
  const [result] = await embedder.embed([request]);
  if (!result?.ok) throw new Error('the lexical embedder never fails');
  return toStored(result.embedding, embedder.model, '');
};
const keyword = (title: string) => stored({ title, body: '', purpose: 'keyword' });
const article = (title: string, body = '') => stored({ title, body, purpose: 'article' });
const similarity = async (text: string, title: string, body = '') =>
  cosine(await keyword(text), await article(title, body));

describe('lexical embedder', () => {
  it.each([
    ['elections', 'The election is near'],
    ['running shoe', 'Running shoes tested'],
    ['exploration', 'They explore the deep sea'],
    ['ＡＰＰＬＥ', 'Apple opens a shop'],
    ['database', 'New databases compared'],
    ['選挙', '総選挙の投票が始まった'],
    ['スマートフォン', '新しいスマートフォンが発売'],
    ['ｻｯｶｰ', 'サッカー日本代表が勝利'],
    ['IT', 'Why IT projects fail'],
  ])('finds %s in "%s"', async (text, title) => {
    expect(await similarity(text, title)).toBeGreaterThan(0.06);
  });

  it.each([
    ['IT', 'What makes it so pleasant to walk'],
    ['football', 'Central bank holds interest rates'],
    ['選挙', '温泉旅館が再開した'],
    ['the', 'A walk in the park'],
    ['climate', 'Guitar solo on a new album'],
  ])('finds no %s in "%s"', async (text, title) => {
    expect(await similarity(text, title)).toBeLessThan(0.05);
  });

  it('ranks an article with the word above one on its topic, and both above others', async () => {
    const word = await similarity('football', 'Football returns to the old ground');
    const topic = await similarity('football', 'Goalkeeper saves a penalty');
    const other = await similarity('football', 'A recipe for lentil soup');
    expect(word).toBeGreaterThan(topic);
    expect(topic).toBeGreaterThan(other + 0.05);
  });

  it('matches across languages by topic', async () => {
    expect(await similarity('選挙', 'Voters go to the ballot on Sunday')).toBeGreaterThan(0.1);
    expect(await similarity('election', '有権者の投票が始まった')).toBeGreaterThan(0.1);
  });

  it('matches a name itself, not its whole topic', async () => {
    const itself = await similarity('ukraine', 'Trains run again in Ukraine');
    const neighbour = await similarity(
      'ukraine',
      'France and Germany meet in Berlin, Spain stays away from Rome',
    );
    expect(itself).toBeGreaterThan(2 * neighbour);
  });

  it('counts a word in the title more than in the body', async () => {
    const filler = 'Some words on other things that fill the space';
    const inTitle = await similarity('volcano', 'Volcano', filler);
    const inBody = await similarity('volcano', filler, 'Volcano');
    expect(inTitle).toBeGreaterThan(inBody);
    expect(inBody).toBeGreaterThan(0.05);
  });

  it('reads the first tokens of the body only', async () => {
    const long = 'plain words here. '.repeat(80);
    expect(await similarity('volcano', 'Title', `${long} volcano`)).toBe(0);
    expect(createLexicalEmbedder({ articleTokens: 400 }).model).not.toBe(embedder.model);
  });

  it('gives every text a usable vector, the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 500 }),
        async (title, body) => {
          const vector = await article(title, body);
          expect(vector.data.length).toBeLessThanOrEqual(1024);
          expect(cosine(vector, vector)).toBeGreaterThan(0.5);
          expect(await article(title, body)).toEqual(vector);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['a title', (word: string) => article(word)],
    ['a text', (word: string) => article('Election results', `${word} and the votes that were counted`)],
  ])('reads %s with one word of 200,000 letters', async (_, embedded) => {
    const base64 = Buffer.from(Array.from({ length: 150_000 }, (__, at) => (at * 7919) % 251)).toString(
      'base64',
    );
    for (const word of ['q'.repeat(200_000), base64, '\u9078'.repeat(200_000), '\u0e01'.repeat(200_000)])
      expect((await embedded(word)).data.length).toBeLessThan(16_384);
  });

  it('finds words next to pasted data', async () => {
    const pasted = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * 7919) % 251)).toString(
      'base64',
    );
    const plain = await similarity(
      'football',
      'A match report',
      'The football match was won by the visitors.',
    );
    const beside = await similarity(
      'football',
      'A match report',
      `${pasted} The football match was won by the visitors.`,
    );
    expect(beside).toBeGreaterThan(plain / 2);
  });
});

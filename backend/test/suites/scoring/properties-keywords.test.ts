import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keywordText, keywordWeight } from '../../../src/contract/index.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const runs = { numRuns: 100 };
const texts = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom('climate', 'ＣＬＩＭＡＴＥ', '気候 変動', 'C++', "l'élection", '100 %'),
  )
  .map((text) => keywordText.safeParse(text))
  .filter(({ success }) => success)
  .map(({ data }) => data!);
const folded = (text: string) => text.toLowerCase();
const weights = fc
  .double({ min: 0, max: 10, minExcluded: true, noNaN: true })
  .filter((weight) => keywordWeight.safeParse(weight).success);
const keywordsOf = async (reader: TestReader) => (await reader.api.call('listKeywords')).items;

describe('the keywords of a reader', () => {
  it('property 16: any keyword that was added is there with its text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const reader = world.newReader();
        const added = await reader.addKeyword(text);
        expect(added).toMatchObject({ text, weight: 1, is_active: true, is_excluding: false });
        expect(await keywordsOf(reader)).toEqual([added]);
      }),
      runs,
    );
  });

  it('property 17: a keyword keeps the weight it was given, at first and later', async () => {
    await fc.assert(
      fc.asyncProperty(weights, weights, async (first, then) => {
        const reader = world.newReader();
        const { keyword_id } = await reader.addKeyword('climate', first);
        const weight = async () => (await keywordsOf(reader)).map((keyword) => keyword.weight);
        expect(await weight()).toEqual([first]);
        await reader.api.call('updateKeyword', { params: { keyword_id }, body: { weight: then } });
        expect(await weight()).toEqual([then]);
      }),
      runs,
    );
  });

  it('are refused with a weight that the table cannot store', () => {
    const accepts = (weight: number) => keywordWeight.safeParse(weight).success;
    expect([5e-324, 1e-130, 1e-100, 0.1, 10].map(accepts)).toEqual([false, false, true, true, true]);
  });

  it('property 18: a keyword counts for nothing while it is switched off, and as before afterwards', async () => {
    const reader = world.newReader();
    const topics = ['climate', 'football', 'piano'];
    for (const text of topics) await reader.addKeyword(text, 2);
    const { url } = world.publish([
      { title: 'The climate of football', text: '<p>Climate and football.</p>' },
      { title: 'Piano lessons', text: '<p>Piano, and the climate of a concert hall.</p>' },
    ]);
    await reader.follow(url);
    await world.app.settle();
    const told = async () => {
      const rows = await reader.list();
      const reasons = await Promise.all(rows.map(({ article_id }) => reader.reasons(article_id)));
      return rows.map(({ title, importance_score }, at) => ({
        title,
        importance_score,
        reasons: reasons[at]!,
      }));
    };
    const before = await told();
    const named = new Set(before.flatMap(({ reasons }) => reasons.map(({ keyword_text }) => keyword_text)));
    expect(named).toEqual(new Set(topics));
    const keywords = await keywordsOf(reader);
    const set = async (chosen: typeof keywords, is_active: boolean) => {
      for (const keyword of chosen)
        await reader.api.call('updateKeyword', { params: keyword, body: { is_active } });
      await world.app.settle();
    };
    await fc.assert(
      fc.asyncProperty(fc.subarray(keywords, { minLength: 1 }), async (chosen) => {
        await set(chosen, false);
        const off = new Set(chosen.map(({ keyword_id }) => keyword_id));
        expect(await told()).toEqual(
          before.map((article) => {
            const reasons = article.reasons.filter(({ keyword_id }) => !off.has(keyword_id));
            const sum = reasons.reduce((total, { contribution }) => total + contribution, 0);
            return { ...article, reasons, importance_score: expect.closeTo(sum, 6) };
          }),
        );
        await set(chosen, true);
        expect(await told()).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });

  it('property 19: the list of keywords has every keyword that was added, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ text: texts, weight: weights, isDeleted: fc.boolean() }), {
          maxLength: 5,
          selector: ({ text }) => folded(text),
        }),
        async (wanted) => {
          const reader = world.newReader();
          const added = await Promise.all(wanted.map(({ text, weight }) => reader.addKeyword(text, weight)));
          const listed = async () =>
            (await keywordsOf(reader)).map(({ text, weight }) => ({ text, weight })).toSorted(byText);
          const byText = (a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1);
          const expected = (some: typeof wanted) =>
            some.map(({ text, weight }) => ({ text, weight })).toSorted(byText);
          expect(await listed()).toEqual(expected(wanted));
          const gone = added.filter((_, at) => wanted[at]!.isDeleted);
          await Promise.all(gone.map((keyword) => reader.api.call('deleteKeyword', { params: keyword })));
          expect(await listed()).toEqual(expected(wanted.filter(({ isDeleted }) => !isDeleted)));
        },
      ),
      runs,
    );
  });
});

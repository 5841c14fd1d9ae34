import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keywordWeight } from '../../../src/contract/index.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';
import { expectRefused } from '../../harness/wire-client.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const often = { numRuns: runs(100) };
const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
/** Words, each with spellings that are the same text to a reader. */
const word = fc.oneof(
  fc
    .stringMatching(/^[A-Za-z0-9+#%']{1,8}$/)
    .chain((kept) => fc.constantFrom({ typed: kept, kept }, { typed: wide(kept), kept })),
  fc.constantFrom(
    { typed: '気候', kept: '気候' },
    { typed: 'ｶﾞｲﾄﾞ', kept: 'ガイド' },
    { typed: 'cafe\u0301', kept: 'caf\u00e9' },
    { typed: 'l’élection', kept: 'l’élection' },
    { typed: '①', kept: '1' },
    { typed: '🚀', kept: '🚀' },
  ),
);
const space = fc.constantFrom(' ', '\t', '\n', '  ', '\u3000', '\u00a0', ' \u2003 ');
/** A text as it is typed, and as it is kept: of one width and with single spaces between its words. */
const text = fc.array(fc.tuple(space, word), { minLength: 1, maxLength: 4 }).chain((words) =>
  fc.tuple(fc.boolean(), space).map(([isPadded, last]) => ({
    typed: words
      .map(([before, { typed }], at) => (at > 0 || isPadded ? before + typed : typed))
      .join('')
      .concat(isPadded ? last : ''),
    kept: words.map(([, { kept }]) => kept).join(' '),
  })),
);
const noText = fc.oneof(
  fc.constantFrom('', ' ', '\t\n', '\u3000', '\u200b', '\u2060\u200d', '\u2800'),
  fc.integer({ min: 101, max: 400 }).map((length) => 'x'.repeat(length)),
);
const folded = (kept: string) => kept.toLowerCase();
/** The weights that the specification allows; the rest of the numbers are refused. */
const isWeight = (weight: number) => weight >= 1e-100 && weight <= 10;
const weights = fc.double({ min: 1e-100, max: 10, noNaN: true });
const anyNumber = fc.oneof(
  weights,
  fc.double(),
  fc.constantFrom(0, -0, -1, 1e-101, 1e-100, 5e-324, 10, 10.000_000_1, 11, Infinity, Number.NaN),
);
/** Returns what the API tells of this weight: the weight, or the code of the refusal. */
const toldOf = (weight: number) => (isWeight(weight) ? weight : 'VALIDATION_FAILED');
const weightOrCode = (call: Promise<{ weight: number }>): Promise<unknown> =>
  call.then(
    ({ weight }) => weight,
    ({ code }: { code: string }) => code,
  );
const keywordsOf = async (reader: TestReader) => (await reader.api.call('listKeywords')).items;

describe('the keywords of a reader', () => {
  it('property 16: any keyword that was added is there with its text, once for all its spellings', async () => {
    await fc.assert(
      fc.asyncProperty(text, noText, async ({ typed, kept }, none) => {
        const reader = await world.newReader();
        await expectRefused(reader.addKeyword(none), 'VALIDATION_FAILED');
        expect(await keywordsOf(reader)).toEqual([]);
        const added = await reader.addKeyword(typed);
        expect(added).toMatchObject({ text: kept, weight: 1, is_active: true, is_excluding: false });
        for (const again of [kept, kept.toUpperCase(), `\u3000${typed} `])
          // Upper case of ß is SS, which is another text.
          if (again.toLowerCase().normalize('NFKC').trim() === folded(kept))
            await expectRefused(reader.addKeyword(again), 'KEYWORD_EXISTS');
        await expectRefused(reader.addKeyword(typed), 'KEYWORD_EXISTS');
        expect(await keywordsOf(reader)).toEqual([added]);
      }),
      often,
    );
  });

  it('property 17: a keyword keeps the weight it was given, at first and later, and takes no other', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(anyNumber, anyNumber, async (first, then) => {
        const reader = await world.newReader();
        const kept = async () => (await keywordsOf(reader)).map((keyword) => keyword.weight);
        if (!isWeight(first)) refused += 1;
        expect(await weightOrCode(reader.addKeyword('climate', first))).toBe(toldOf(first));
        expect(await kept()).toEqual(isWeight(first) ? [first] : []);
        if (!isWeight(first)) await reader.addKeyword('climate', 1);
        const [{ keyword_id } = { keyword_id: '' }] = await keywordsOf(reader);
        const before = await kept();
        const change = reader.api.call('updateKeyword', { params: { keyword_id }, body: { weight: then } });
        expect(await weightOrCode(change)).toBe(toldOf(then));
        expect(await kept()).toEqual(isWeight(then) ? [then] : before);
      }),
      often,
    );
    expect(refused).toBeGreaterThanOrEqual(atLeastMet(11));
  });

  it('are refused with a weight that the table cannot store', () => {
    const accepts = (weight: number) => keywordWeight.safeParse(weight).success;
    expect([5e-324, 1e-130, 1e-100, 0.1, 10].map(accepts)).toEqual([false, false, true, true, true]);
  });

  it('property 19: the list of keywords has every keyword that was added, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ text, weight: weights, isDeleted: fc.boolean() }), {
          maxLength: 5,
          selector: (one) => folded(one.text.kept),
        }),
        async (wanted) => {
          const reader = await world.newReader();
          const added = await Promise.all(wanted.map((one) => reader.addKeyword(one.text.typed, one.weight)));
          const listed = async () =>
            (await keywordsOf(reader))
              .map((one) => ({ text: one.text, weight: one.weight }))
              .toSorted(byText);
          const byText = (a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1);
          const expected = (some: typeof wanted) =>
            some.map((one) => ({ text: one.text.kept, weight: one.weight })).toSorted(byText);
          expect(await listed()).toEqual(expected(wanted));
          const gone = added.filter((_, at) => wanted[at]!.isDeleted);
          await Promise.all(gone.map((keyword) => reader.api.call('deleteKeyword', { params: keyword })));
          expect(await listed()).toEqual(expected(wanted.filter(({ isDeleted }) => !isDeleted)));
        },
      ),
      often,
    );
  });
});

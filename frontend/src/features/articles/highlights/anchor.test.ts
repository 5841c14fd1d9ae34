import fc from 'fast-check';
import type { HighlightAnchor } from '@omomi/backend/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import type { Place } from '../body/read-text.ts';
import { anchorOf, findHighlights } from './anchor.ts';

const MOST = 2000;

const findHighlight = (text: string, anchor: HighlightAnchor): Place | null =>
  findHighlights(text, [anchor])[0] ?? null;

/** A word with what follows it. `isMarked` tells that it is of the marked passage, `isNew` that a correction put it where it is. */
type Word = { text: string; isMarked: boolean; isNew: boolean };

const wordsOf = (text: string): Word[] =>
  Array.from(
    text.matchAll(
      /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}。、]\s*|[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}。、]+\s*|\s+/gu,
    ),
    ([word]) => ({ text: word, isMarked: false, isNew: false }),
  );
const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

/** A correction: `at` and `to` are parts of the text, 0 to 1. Half of them are near the passage, where they matter. */
type Correction = {
  kind: 'cut' | 'add' | 'replace' | 'move';
  at: number;
  to: number;
  length: number;
  words: readonly string[];
  isNear: boolean;
};

const vocabulary =
  'the a of in and he she it was is said city river market price rose fell strike minister people year new old long after before 気候 変動 の 東京 が'.split(
    ' ',
  );

/** Other words, because nobody can tell which of two equal words beside each other was added. */
const additions = 'und oder nicht weil aber は も でも 雨 花'.split(' ');

const part = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
const correction = fc.record({
  kind: fc.constantFrom('cut', 'add', 'replace'),
  at: part,
  to: part,
  length: fc.integer({ min: 1, max: 3 }),
  words: fc.array(fc.constantFrom(...additions), { minLength: 1, maxLength: 12 }),
  isNear: fc.boolean(),
});
const corrections = fc.array(correction, { minLength: 1, maxLength: 6 });
/** Only of real texts: in a made one, a word often goes beside the same word, and nobody can tell which of them moved. */
const ofRealTexts = fc.array(
  fc
    .tuple(correction, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 4, max: 40 }))
    .map(([change, kind, length]) => ({
      ...change,
      ...(kind <= 2 ? { kind: 'move' as const } : {}),
      ...(kind % 4 === 0 ? { length } : {}),
    })),
  { minLength: 1, maxLength: 6 },
);

const indexIn = (words: readonly Word[], { isNear }: Correction, part: number): number => {
  const first = words.findIndex(({ isMarked }) => isMarked);
  if (!isNear || first === -1) return Math.floor(part * words.length);
  const last = words.findLastIndex(({ isMarked }) => isMarked);
  return Math.max(0, Math.min(words.length, first - 8 + Math.floor(part * (last - first + 16))));
};

const corrected = (words: readonly Word[], change: Correction): Word[] => {
  const at = indexIn(words, change, change.at);
  const added = change.words.map((text) => ({ text: `${text} `, isMarked: false, isNew: true }));
  const cut = words.toSpliced(at, change.length);
  if (change.kind === 'cut') return cut;
  if (change.kind === 'add') return words.toSpliced(at, 0, ...added);
  if (change.kind === 'replace') return cut.toSpliced(at, 0, ...added);
  const moved = words.slice(at, at + change.length).map((word) => ({ ...word, isNew: true }));
  return cut.toSpliced(Math.floor(change.to * cut.length), 0, ...moved);
};

type Outcome = 'kept' | 'lost' | 'wrong';

/**
 * Returns whether a place is that of the passage: most of its words that stayed are there, and nine in ten of the words there that
 * were in the text are the passage's, or all but one: a correction may move a word beside the same word.
 */
const judged = (words: readonly Word[], place: Place | null): Outcome => {
  if (place === null) return 'lost';
  let at = 0;
  let [found, missed, other] = [0, 0, 0];
  for (const { text, isMarked, isNew } of words) {
    const [from, to] = [at, at + text.trimEnd().length];
    at += text.length;
    const isInside = place.start < to && from < place.end;
    if (isInside && isMarked) found += 1;
    if (isInside && !isMarked && !isNew) other += 1;
    if (!isInside && isMarked && !isNew) missed += 1;
  }
  return found > missed && other <= Math.max(1, found / 9) ? 'kept' : 'wrong';
};

const isSame = (one: HighlightAnchor | null, { quote, prefix, suffix }: HighlightAnchor): boolean =>
  one?.quote === quote && one.prefix === prefix && one.suffix === suffix;

/** Marks some words, corrects the text, and tells what became of the mark. Null if these words cannot be marked. */
const tryOne = (
  text: string,
  [from, length]: readonly [number, number],
  changes: readonly Correction[],
): Outcome | null => {
  const all = wordsOf(text).map((word, n) => ({ ...word, isMarked: n >= from && n < from + length }));
  const start = textOf(all.slice(0, from)).length;
  const quote = textOf(all.filter(({ isMarked }) => isMarked));
  const anchor = anchorOf(textOf(all), { start, end: start + quote.length }, MOST);
  if (anchor === null) return null;
  const now = changes.reduce(corrected, all);
  const place = findHighlight(textOf(now), anchor);
  // Where a text repeats itself, nobody can tell which of two passages was cut that are the same with all around them.
  const isAsItWas = place !== null && isSame(anchorOf(textOf(now), place, MOST), anchor);
  return isAsItWas ? 'kept' : judged(now, place);
};

const sentence = fc.uniqueArray(fc.constantFrom(...vocabulary), { minLength: 3, maxLength: 14 });
/** A text some of whose sentences stand in it twice. */
const text = fc
  .tuple(fc.array(sentence, { minLength: 2, maxLength: 12 }), fc.array(fc.nat(), { maxLength: 2 }))
  .map(([sentences, again]) => {
    const repeated = again.map((n) => sentences[n % sentences.length] ?? []);
    return [...sentences, ...repeated].map((words) => words.join(' ')).join('. \n');
  });

const truth = join(import.meta.dirname, '../../../../../../shared/pages/ground-truth.json');
const pages = (): string[] =>
  Object.values(
    z
      .record(z.string(), z.object({ articleBody: z.string() }))
      .parse(JSON.parse(readFileSync(truth, 'utf8'))),
  ).map(({ articleBody }) => articleBody);

describe('the place of a highlight', () => {
  it('is always its own in a text that stayed, or was reflowed', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 30 }), (whole, from, length) => {
        const words = wordsOf(whole);
        const first = from % words.length;
        const start = textOf(words.slice(0, first)).length;
        const end = start + textOf(words.slice(first, first + length)).length;
        const anchor = anchorOf(whole, { start, end }, MOST)!;
        const quote = whole.slice(start, end).trimEnd();
        expect(findHighlight(whole, anchor)).toEqual({ start, end: start + quote.length });
        const reflowed = whole.replaceAll(' ', '\n  ');
        const place = findHighlight(reflowed, anchor)!;
        expect(reflowed.slice(place.start, place.end)).toBe(quote.replaceAll(' ', '\n  '));
      }),
      { numRuns: runs(300) },
    );
  });

  it('is never wrong in a text that was corrected', () => {
    const counts = { kept: 0, lost: 0, wrong: 0 };
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.integer({ min: 1, max: 30 }),
        corrections,
        (whole, from, length, changes) => {
          const outcome = tryOne(whole, [from % wordsOf(whole).length, length], changes);
          if (outcome !== null) counts[outcome] += 1;
          expect(outcome).not.toBe('wrong');
        },
      ),
      { numRuns: runs(2000) },
    );
    expect(counts.kept).toBeGreaterThan(counts.lost / 4);
  });

  it.skipIf(!existsSync(truth))('is kept in most corrected texts of the corpus, and never wrong', () => {
    const counts = { kept: 0, lost: 0, wrong: 0 };
    const samples = fc.sample(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 60 }), ofRealTexts), {
      seed: 38,
      numRuns: runs(10 * pages().length),
    });
    for (const [at, body] of pages().entries())
      for (const [from, length, changes] of samples.slice(10 * at, 10 * at + 10)) {
        const outcome = tryOne(body, [from % wordsOf(body).length, length], changes);
        if (outcome !== null) counts[outcome] += 1;
      }
    console.log(`Highlights in corrected texts: ${JSON.stringify(counts)}`);
    expect(counts).toMatchObject({ wrong: 0 });
    expect(counts.kept).toBeGreaterThan(counts.lost);
  });
});

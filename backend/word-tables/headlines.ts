import { FUNCTION_WORDS } from '../src/scoring/words/tokens.ts';
import type { WordVector } from './english.ts';
import { drawFor, shuffled } from './random.ts';

/** The words whose neighbours are looked for, and among which: rarer ones have neighbours by chance. */
const COMMON_WORDS = 20_000;
const NEIGHBOURS = 25;
const NEIGHBOURS_TAKEN = 4;
const STRANGERS = 2;
/** Two of five have words of another subject as well. */
const [MIXED, OF] = [2, 5];

/**
 * Returns lines of a word with words of its subject, and some with two words of another one, since a headline often has
 * both: what no sentence of the sources says of them is learnt from the teacher.
 * @param words - with vectors of unit length, the most frequent first.
 */
export const pseudoHeadlines = (words: readonly WordVector[], count: number): string[] => {
  const common = words
    .slice(0, COMMON_WORDS)
    .filter(({ word }) => /^[a-z]{3,}$/.test(word) && !FUNCTION_WORDS.has(word));
  const rows = Float32Array.from(common.flatMap(({ values }) => Array.from(values)));
  const names = common.map(({ word }) => word);
  const places = new Map(names.map((name, at) => [name, at]));
  const heads = shuffled(names).slice(0, count);
  const near = heads.map((head) =>
    nearest(rows, common.length, places.get(head) ?? 0).map((at) => names[at] ?? ''),
  );
  return heads.map((head, at) => {
    const draw = drawFor(head);
    const line = [head, ...take(near[at] ?? [], NEIGHBOURS_TAKEN, draw)];
    if (draw(OF) < MIXED) line.push(...take(near[draw(near.length)] ?? [], STRANGERS, draw));
    return line.join(' ');
  });
};

/** Returns the rows with the largest product with a row, the nearest first, without itself. */
export const nearest = (rows: Float32Array, count: number, of: number): number[] => {
  const size = rows.length / count;
  const row = rows.subarray(of * size, (of + 1) * size);
  const scores = new Float32Array(count);
  for (let other = 0; other < count; other += 1) {
    let sum = 0;
    const start = other * size;
    for (let at = 0; at < size; at += 1) sum += (row[at] ?? 0) * (rows[start + at] ?? 0);
    scores[other] = sum;
  }
  scores[of] = -Infinity;
  const least = scores.toSorted()[Math.max(0, count - NEIGHBOURS)] ?? 0;
  const found: number[] = [];
  scores.forEach((score, at) => {
    if (score >= least && at !== of) found.push(at);
  });
  return found.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, NEIGHBOURS);
};

/** Draws words without repeating one. */
const take = (words: readonly string[], count: number, draw: (below: number) => number): string[] => {
  const left = [...words];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(draw(left.length), 1)[0] ?? '',
  );
};

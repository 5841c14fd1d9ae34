import { FUNCTION_WORDS, tokenise } from '../src/scoring/words/tokens.ts';
import { GRAMMAR_IDF, idfOfRank } from '../src/scoring/words/words.ts';
import { meanOf, minus } from './principal-components.ts';
import type { Project } from './basis.ts';
import { shuffled } from './random.ts';
import { readExamples, readSpeeches } from './sentences.ts';
import type { Lesson, Sparse } from './student.ts';

/** Texts of one kind, and how much each of them counts. */
export type Group = { texts: string[]; weight: number };

/** Sentences of fewer words say little; in longer ones a word is one of many. */
const MOST_WORDS = 40;
const [EXAMPLE_WORDS, SPEECH_WORDS] = [4, 6];
/** Speeches are of few subjects: more of their sentences cost minutes and teach little. */
const SPEECHES = 12_000;

/** Returns the natural sentences, in the order of their hashes. Noun phrases and definitions are left out, to halve the time of the build. */
export const sentences = (): Group[] => [
  { texts: shuffled(readExamples().filter(hasWords(EXAMPLE_WORDS))), weight: 2 },
  { texts: shuffled(readSpeeches().filter(hasWords(SPEECH_WORDS))).slice(0, SPEECHES), weight: 4 },
];

const hasWords =
  (least: number) =>
  (text: string): boolean => {
    const count = text.split(/\s+/).length;
    return count >= least && count <= MOST_WORDS;
  };

/** Returns what is to be learnt from a group: the teacher's vectors less what all of the group have in common. */
export const lessonsOf = (
  { texts, weight }: Group,
  vectors: readonly Float32Array[],
  project: Project,
  ranks: ReadonlyMap<string, number>,
): Lesson[] => {
  const mean = meanOf(vectors);
  return texts.map((text, at) => ({
    text: sparse(text, ranks),
    target: project(minus(vectors[at] ?? mean, mean)),
    weight,
  }));
};

/** Returns a text as the embedder sums it: each word as often as it occurs, by its idf. */
export const sparse = (text: string, ranks: ReadonlyMap<string, number>): Sparse => {
  const shares = new Map<number, number>();
  for (const token of tokenise(text)) {
    const word = token.text.toLowerCase();
    const rank = ranks.get(word);
    if (rank === undefined) continue;
    const idf = FUNCTION_WORDS.has(word) ? GRAMMAR_IDF : idfOfRank(rank);
    shares.set(rank, (shares.get(rank) ?? 0) + idf);
  }
  const length = Math.sqrt([...shares.values()].reduce((sum, share) => sum + share * share, 0));
  return {
    ranks: Uint32Array.from(shares.keys()),
    shares: Float64Array.from(shares.values(), (share) => share / length),
  };
};

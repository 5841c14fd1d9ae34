import { partIds } from '../../contract/index.ts';
import { type Comparable, compare } from './similarity.ts';
import type { StoredVector } from './vector.ts';

/**
 * The reason for a part of an article's score. Most are summands, one for each active keyword that is surely what the article is
 * about: the contribution is `weight` x `similarity_score`, and an excluding keyword has a negative weight. The sum of what the other
 * keywords add is one summand (`partIds.weak`), with a similarity of 1; those that add most of it follow with a similarity of 0, which
 * names them. The others are the factors of the score (`partIds`), with the factor as weight and a similarity of 1.
 */
export type StoredReason = { keyword_id: string; weight: number; similarity_score: number };

/** The factors of a score, each 0 or greater; 1 changes nothing. They apply in this order. */
export type ScoreFactors = { source: number; rule: number };

const factors = ['source', 'rule'] as const satisfies (keyof ScoreFactors)[];
const factorIds: readonly string[] = factors.map((factor) => partIds[factor]);

export type StoredTopReason = { keyword_id: string; contribution: number };

/** Number of steps in which a similarity is stored. */
export const SIMILARITY_STEPS = 65_535;

/** An active keyword, ready for comparison. */
export type ScoringKeyword = Comparable & {
  keyword_id: string;
  /** The weight: in (0, 10], or in [-10, 0) for an excluding keyword. */
  weight: number;
};

export type Score = {
  /** The sum of the reasons' contributions, added in their order; at least 0, and 0 without active keywords. */
  importance_score: number;
  /** The reasons as they are stored, with exactly these values: of the keywords in their order, then the weak part. */
  reasons: StoredReason[];
};

/**
 * Scores an article. The caller leaves out keywords whose vector is of another model (`sameModel`): they have no score
 * yet, which differs from 0.
 * @throws RangeError if such a keyword is passed.
 */
export const scoreArticle = (article: StoredVector, keywords: ScoringKeyword[]): Score => {
  const comparedWith = comparing(article);
  const listed: StoredReason[] = [];
  const weak: StoredReason[] = [];
  for (const keyword of keywords) {
    const { similarity_score, is_sure: isSure } = comparedWith(keyword);
    if (similarity_score === 0) continue;
    const { keyword_id, weight } = keyword;
    (isSure ? listed : weak).push({ keyword_id, weight: storedWeight(weight), similarity_score });
  }
  const reasons = [...listed, ...weakReasons(weak)];
  return { importance_score: scoreOf(reasons), reasons };
};

/** Returns the similarity of an article to a keyword as it is stored. @throws RangeError for a keyword of another model. */
export const similarityTo = (article: StoredVector, keyword: Omit<ScoringKeyword, 'keyword_id'>): number =>
  comparing(article)(keyword).similarity_score;

const comparing = (article: StoredVector) => {
  const { wanted, excluded } = compare(article);
  return (keyword: Omit<ScoringKeyword, 'keyword_id'>) => {
    const { similarity, is_sure } = (keyword.weight < 0 ? excluded : wanted)(keyword);
    return { similarity_score: storedSimilarity(similarity), is_sure };
  };
};

/** The most keywords that are named for the weak part. */
const NAMED = 3;

/** Returns the weak part and the names of those that have most of it; nothing of nothing. */
const weakReasons = (weak: StoredReason[]): StoredReason[] => {
  if (weak.length === 0) return [];
  const sum = weak.reduce((total, reason) => total + contributionOf(reason), 0);
  const named = weak
    .toSorted((a, b) => contributionOf(b) - contributionOf(a) || (a.keyword_id < b.keyword_id ? -1 : 1))
    .slice(0, NAMED)
    .map((reason) => ({ ...reason, similarity_score: 0 }));
  return [{ keyword_id: partIds.weak, weight: storedWeight(sum), similarity_score: 1 }, ...named];
};

/** Checks whether a reason only names a keyword of the weak part. */
export const isName = ({ similarity_score }: StoredReason): boolean => similarity_score === 0;

/** Returns the score that stored reasons lead to. It applies a changed weight without any vector. */
export const scoreOf = (reasons: StoredReason[]): number => shared(reasons).score;

/** Returns the score without what was learned from the reader; null if nothing was learned about the article. */
export const unlearnedScore = (reasons: StoredReason[]): number | null => {
  const others = reasons.filter(({ keyword_id }) => keyword_id !== partIds.liked);
  return others.length === reasons.length ? null : scoreOf(others);
};

/** Returns the nearest of the 65,536 values that a stored similarity can have. */
export const storedSimilarity = (similarity: number): number =>
  Math.round(Math.max(0, Math.min(1, similarity)) * SIMILARITY_STEPS) / SIMILARITY_STEPS;

/** Returns a weight as it is after storing it as float32, rounded to 7 significant digits, so that 0.1 stays 0.1. */
export const storedWeight = (weight: number): number => Number(Math.fround(weight).toPrecision(7));

export const contributionOf = (reason: StoredReason): number => reason.weight * reason.similarity_score;

/** Returns the reasons of the factors that change a score. */
export const factorReasons = (applied: ScoreFactors): StoredReason[] =>
  factors
    .map((factor) => ({
      keyword_id: partIds[factor],
      weight: storedWeight(applied[factor]),
      similarity_score: 1,
    }))
    .filter(({ weight }) => weight !== 1);

/** Returns the factor among the reasons; 1 if there is none. */
export const factorIn = (reasons: StoredReason[], factor: keyof ScoreFactors): number =>
  reasons.find(({ keyword_id }) => keyword_id === partIds[factor])?.weight ?? 1;

export const isFactor = ({ keyword_id }: Pick<StoredReason, 'keyword_id'>): boolean =>
  factorIds.includes(keyword_id);

/**
 * Returns what each reason adds to the score or subtracts from it, in the order of the reasons. The sum is the score,
 * to 1e-9. A score does not fall below 0: if the negative contributions exceed the positive ones, they are scaled down
 * so that the sum is 0. A factor contributes (factor - 1) x the sum before it.
 */
export const contributionsOf = (reasons: StoredReason[]): number[] => shared(reasons).contributions;

/** Returns the score and the contribution of each reason: first of the summands, then of each factor. */
const shared = (reasons: StoredReason[]): { contributions: number[]; score: number } => {
  const all = reasons.map((reason) => (isFactor(reason) ? 0 : contributionOf(reason)));
  const sum = all.reduce((total, contribution) => total + contribution, 0);
  const contributions = sum >= 0 ? all : reducedTo0(all, sum);
  let score = Math.max(0, sum);
  for (const factor of factors) {
    const at = reasons.findIndex(({ keyword_id }) => keyword_id === partIds[factor]);
    const added = at === -1 ? 0 : ((reasons[at]?.weight ?? 1) - 1) * score;
    // A product with 0 can be -0. Adding 0 turns it into 0.
    if (at !== -1) contributions[at] = added + 0;
    score += added;
  }
  return { contributions, score };
};

/** Returns contributions of a negative sum with the negative ones scaled down so that the sum is 0. */
const reducedTo0 = (contributions: number[], sum: number): number[] => {
  const given = contributions.reduce((total, contribution) => total + Math.max(0, contribution), 0);
  const share = given / (given - sum);
  // A share of 0 gives -0. Adding 0 turns it into 0.
  return contributions.map((contribution) => (contribution < 0 ? contribution * share + 0 : contribution));
};

/** The most reasons that a row carries. */
export const TOP_REASONS = 3;

/**
 * Returns the first `count` contributions: the positive ones, largest first, then the negative ones, largest absolute
 * value first. Equal ones are in the order of their keyword ids. If the weak part is among them and raises the score, one more
 * follows with a contribution of 0: the keyword that adds most of it.
 */
export const topReasons = (reasons: StoredReason[], count: number): StoredTopReason[] => {
  const top = shownReasons(reasons)
    .filter(({ contribution }) => contribution !== 0)
    .sort(bySign)
    .slice(0, count);
  const isNamed = top.some(({ keyword_id, contribution }) => keyword_id === partIds.weak && contribution > 0);
  const name = isNamed ? reasons.find(isName) : undefined;
  return name === undefined ? top : [...top, { keyword_id: name.keyword_id, contribution: 0 }];
};

const shownReasons = (reasons: StoredReason[]): StoredTopReason[] => {
  const contributions = contributionsOf(reasons);
  return reasons.map(({ keyword_id }, at) => ({ keyword_id, contribution: contributions[at] ?? 0 }));
};

const bySign = (a: StoredTopReason, b: StoredTopReason): number =>
  Number(b.contribution > 0) - Number(a.contribution > 0) ||
  Math.abs(b.contribution) - Math.abs(a.contribution) ||
  (a.keyword_id < b.keyword_id ? -1 : 1);

const ID_BYTES = 6;
const REASON_BYTES = 12;
const TOP_REASON_BYTES = 10;
const KEYWORD_ID = /^[0-9a-f]{12}$/;

/** Encodes a reason in 12 bytes: keyword id, similarity in 1/65,535, weight as float32; big endian. */
export const encodeReasons = (reasons: StoredReason[]): Uint8Array => {
  const bytes = new Uint8Array(reasons.length * REASON_BYTES);
  const view = new DataView(bytes.buffer);
  reasons.forEach((reason, row) => {
    const at = row * REASON_BYTES;
    bytes.set(idBytes(reason.keyword_id), at);
    view.setUint16(at + ID_BYTES, Math.round(reason.similarity_score * SIMILARITY_STEPS));
    view.setFloat32(at + ID_BYTES + 2, reason.weight);
  });
  return bytes;
};

/** Decodes reasons. @throws RangeError if the bytes are not a whole number of reasons. */
export const decodeReasons = (bytes: Uint8Array): StoredReason[] =>
  decodeLines(bytes, REASON_BYTES, (all, at) => ({
    keyword_id: all.toString('hex', at, at + ID_BYTES),
    weight: storedWeight(all.readFloatBE(at + ID_BYTES + 2)),
    similarity_score: all.readUInt16BE(at + ID_BYTES) / SIMILARITY_STEPS,
  }));

/** Encodes a top reason in 10 bytes: keyword id, contribution as float32; big endian. */
export const encodeTopReasons = (reasons: StoredTopReason[]): Uint8Array => {
  const bytes = new Uint8Array(reasons.length * TOP_REASON_BYTES);
  const view = new DataView(bytes.buffer);
  reasons.forEach((reason, row) => {
    bytes.set(idBytes(reason.keyword_id), row * TOP_REASON_BYTES);
    view.setFloat32(row * TOP_REASON_BYTES + ID_BYTES, reason.contribution);
  });
  return bytes;
};

/**
 * Decodes top reasons, whose contributions have 7 significant digits.
 * @throws RangeError if the bytes are not a whole number of top reasons.
 */
export const decodeTopReasons = (bytes: Uint8Array): StoredTopReason[] =>
  decodeLines(bytes, TOP_REASON_BYTES, (all, at) => ({
    keyword_id: all.toString('hex', at, at + ID_BYTES),
    contribution: storedWeight(all.readFloatBE(at + ID_BYTES)),
  }));

const idBytes = (keywordId: string): Buffer => {
  if (!KEYWORD_ID.test(keywordId)) {
    throw new RangeError(`A keyword id has 12 hex digits, not ${JSON.stringify(keywordId)}`);
  }
  return Buffer.from(keywordId, 'hex');
};

/** Returns what `decode` makes of each line of `size` bytes, which begins at `at`. */
const decodeLines = <T>(bytes: Uint8Array, size: number, decode: (all: Buffer, at: number) => T): T[] => {
  if (bytes.length % size !== 0) {
    throw new RangeError(`Stored reasons of ${bytes.length} bytes are cut: a line has ${size}`);
  }
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / size }, (_, row) => decode(all, row * size));
};

import type { TextPurpose } from '../../model/score/embedder.ts';
import { cjkFeatures } from './cjk-features.ts';
import { stem } from './stem.ts';
import { hashOf, hashPair } from './hash.ts';
import { beginsTerm, type TopicUse, topicsInRun, topicsOf } from './topic-index.ts';
import { type Token, tokenise } from './tokens.ts';
import { wordWeight } from './word-weights.ts';

/**
 * One indication of a text's topic. `weight` does not yet include the term frequency, which counts differently for a
 * topic.
 */
export type Feature = { hash: number; weight: number; is_topic: boolean };

/** The first letters of a word. They match explore, explorer and exploration with each other. */
const PREFIX = { length: 5, weight: 0.35 };
/**
 * The character n-grams of a word. They match compound and misspelt words. All n-grams of a word share one weight,
 * however long it is.
 */
const NGRAM = { length: 4, weight: 0.2 };
const PHRASE_WEIGHT = 0.6;
const ACRONYM_WEIGHT = 1;
/**
 * The weight of a topic. It is below a word's own weight, so that an article with the keyword's words outranks one that
 * is only related to it.
 */
const TOPIC_WEIGHT = 0.8;
const GROUP_WEIGHT = 0.5;
/**
 * The share of its topic that a name keeps as a keyword, because it asks only partly for the topic's other articles.
 */
const NAME_SHARE = 0.25;

type Word = { root: string; hash: number; weight: number; features: Feature[] };

/** Number of words kept in memory with their features, at most about 10 MB, and of acronyms, of which there are few. */
const MEMORY = 20_000;

export type FeaturesOf = (text: string) => Feature[];

/** Creates the function that returns the features of articles, or of keywords. */
export const createFeatures = (purpose: TextPurpose): FeaturesOf => {
  const words = new Map<string, Word>();
  const acronyms = new Map<string, Word>();
  const wordOf = (token: Token): Word => {
    const known = token.kind === 'acronym' ? acronyms : words;
    const found = known.get(token.text);
    if (found !== undefined) return found;
    if (known.size >= MEMORY) known.clear();
    const word = makeWord(token, purpose);
    known.set(token.text, word);
    return word;
  };
  return (text) => {
    const found: Feature[] = [];
    const add = (features: Feature[]) => {
      for (const feature of features) found.push(feature);
    };
    let before: Word | undefined;
    for (const token of tokenise(text)) {
      if (token.kind === 'cjk') {
        add(cjkFeatures(token.text));
        add(topical(topicsInRun(token.text), purpose));
        before = undefined;
        continue;
      }
      const word = wordOf(token);
      add(word.features);
      if (before !== undefined) {
        const weight = PHRASE_WEIGHT * before.weight * word.weight;
        found.push({ hash: hashPair(before.hash, word.hash), weight, is_topic: false });
        if (beginsTerm(before.root)) add(topical(topicsOf(`${before.root} ${word.root}`), purpose));
      }
      before = word;
    }
    return found;
  };
};

const makeWord = (token: Token, purpose: TextPurpose): Word => {
  const weight = wordWeight(token.text);
  const root = stem(token.text);
  const own = plain(`word ${root}`, weight);
  const more =
    weight === 1
      ? [plain(`prefix ${root.slice(0, PREFIX.length)}`, PREFIX.weight), ...ngrams(root)]
      : token.kind === 'acronym'
        ? [plain(`acronym ${token.text}`, ACRONYM_WEIGHT)]
        : [];
  return { root, hash: own.hash, weight, features: [own, ...more, ...topical(topicsOf(root), purpose)] };
};

const ngrams = (root: string): Feature[] => {
  const marked = `<${root}>`;
  const count = marked.length - NGRAM.length + 1;
  if (count < 2) return [];
  const weight = NGRAM.weight / Math.sqrt(count);
  return Array.from({ length: count }, (_, at) =>
    plain(`ngram ${marked.slice(at, at + NGRAM.length)}`, weight),
  );
};

/** Returns the features of a word's topics. A word of several topics counts for each of them with an equal share. */
const topical = (uses: TopicUse[], purpose: TextPurpose): Feature[] =>
  uses.flatMap(({ topic_hash, group_hash, is_name: isName }) => {
    const share = (isName && purpose === 'keyword' ? NAME_SHARE : 1) / uses.length;
    return [
      { hash: topic_hash, weight: TOPIC_WEIGHT * share, is_topic: true },
      { hash: group_hash, weight: GROUP_WEIGHT * share, is_topic: true },
    ];
  });

const plain = (name: string, weight: number): Feature => ({ hash: hashOf(name), weight, is_topic: false });

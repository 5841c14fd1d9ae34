import { hashOf } from './hash.ts';
import { stem } from './stem.ts';
import { TOPICS } from './topics.ts';

/** One topic of a word. `is_name` is true for people, places, firms and products. */
export type TopicUse = { topic_hash: number; group_hash: number; is_name: boolean };

const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LONGEST_TERM = 8;

const keyOf = (word: string) => (CJK.test(word) ? word : word.split('-').map(stem).join(' '));

const buildIndex = (): ReadonlyMap<string, TopicUse[]> => {
  const index = new Map<string, TopicUse[]>();
  for (const [topic, text] of Object.entries(TOPICS)) {
    const topicHash = hashOf(`topic ${topic}`);
    const groupHash = hashOf(`group ${topic.slice(0, topic.indexOf('/'))}`);
    text.split('|').forEach((words, part) => {
      for (const word of new Set(words.split(/\s+/u).filter(Boolean).map(keyOf))) {
        index.set(word, [
          ...(index.get(word) ?? []),
          { topic_hash: topicHash, group_hash: groupHash, is_name: part > 0 },
        ]);
      }
    });
  }
  return index;
};

const INDEX = buildIndex();
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...INDEX.keys()].filter((key) => key.includes(' ')).map((key) => key.slice(0, key.indexOf(' '))),
);
const NONE: TopicUse[] = [];

/** Checks whether a term of two words begins with this stem. */
export const beginsTerm = (root: string): boolean => FIRST_WORDS.has(root);

/** Returns the topics of a stem, or of two stems with a space between them. */
export const topicsOf = (stems: string): TopicUse[] => INDEX.get(stems) ?? NONE;

/**
 * Returns the topics of the terms in a run without spaces. If several terms begin at the same place, the longest
 * counts.
 */
export const topicsInRun = (run: string): TopicUse[] => {
  const found: TopicUse[] = [];
  let at = 0;
  while (at < run.length) {
    const term = longestTermAt(run, at);
    for (const use of topicsOf(term)) found.push(use);
    at += Math.max(1, term.length);
  }
  return found;
};

const longestTermAt = (run: string, at: number): string => {
  for (let size = Math.min(LONGEST_TERM, run.length - at); size > 0; size -= 1) {
    const term = run.slice(at, at + size);
    if (INDEX.has(term)) return term;
  }
  return '';
};

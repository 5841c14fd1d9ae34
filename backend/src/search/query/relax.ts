import { isPlainWord, MOST_TERMS, textsIn, wordOf } from './optional-words.ts';
import type { Condition } from './query.ts';
import { partsOf } from '../text/function-words.ts';

/** A query whose words need not all stand in an article. */
type Relaxed = {
  /** All that is demanded still, and one of the words or parts of words unless a text is demanded. */
  condition: Condition;
  /** The parts of words, which the query itself does not look for. */
  parts: Condition;
};

const known = new WeakMap<Condition, Relaxed | { condition: null }>();

/**
 * Returns the query with its plain words optional; null if it has none, or only one word that has no parts. Phrases, fields, groups and
 * what is excluded are demanded still. The same condition has the same result each time.
 */
export const relaxed = (condition: Condition): Relaxed | null => {
  const found = known.get(condition) ?? relaxedOf(condition) ?? { condition: null };
  known.set(condition, found);
  return found.condition === null ? null : found;
};

const relaxedOf = (condition: Condition): Relaxed | null => {
  const demanded = condition.kind === 'all' ? condition.of : [condition];
  const words = demanded.filter(isPlainWord);
  const others = demanded.filter((part) => !isPlainWord(part));
  const parts = words
    .flatMap(({ term }) => partsOf(term.text))
    .slice(0, Math.max(0, MOST_TERMS - textsIn(condition)))
    .map((part) => wordOf(part, false));
  const hasText = others.some(isText);
  if (words.length === 0 || (words.length + parts.length < 2 && !hasText)) return null;
  const some: Condition = { kind: 'any', of: [...words, ...parts] };
  return {
    condition: { kind: 'all', of: hasText ? [...others, { kind: 'maybe', of: some }] : [...others, some] },
    parts: { kind: 'any', of: parts },
  };
};

/** Checks whether a condition is a phrase or word that tells what is looked for. Feeds, folders and tags tell where. */
const isText = (condition: Condition): boolean =>
  condition.kind === 'text' &&
  (condition.field === null || condition.field === 'title' || condition.field === 'author');

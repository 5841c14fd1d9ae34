import { endOf, startOf, UNSPACED, type Block } from '../segment/block.ts';
import { breaksIn, edgeWeight, scriptOf } from '../text/edges.ts';
import { tokenAt } from '../segment/vocabulary.ts';
import type { Place } from './scan-block.ts';

/** The characters on each side of an edge that the dictionary sees. */
const NEIGHBOURS = 12;

/** Returns what a place counts by how its edges lie between words: 1 for words of scripts with spaces. */
export const weightOfEdges = (block: Block, { item, field, start, end }: Place): number => {
  const { stream, letters } = block;
  // Most words: their scripts have spaces, so their edges are edges of words.
  if (letters[stream[start] ?? 0] !== UNSPACED && letters[stream[end - 1] ?? 0] !== UNSPACED) return 1;
  const isUnspaced = (at: number): boolean => letters[stream[at] ?? 0] === UNSPACED;
  const [from, to] = [startOf(block, item, field), endOf(block, item, field)];
  const isEdge = (at: number): boolean =>
    at <= from || at >= to || !isUnspaced(at - 1) || !isUnspaced(at) || isBreak(block, at, from, to);
  return edgeWeight(isEdge(start), isEdge(end) || isParticle(block, end));
};

const characterAt = ({ vocabulary, stream }: Block, at: number): string =>
  tokenAt(vocabulary, stream[at] ?? 0);

/** After hiragana, Hangul and the like a particle may follow at once, and mostly does. */
const isParticle = (block: Block, end: number): boolean => scriptOf(characterAt(block, end - 1)) === 'other';

/** Returns true if a word ends between two unspaced characters, as far as scripts and the dictionary of Han tell. */
const isBreak = (block: Block, at: number, from: number, to: number): boolean => {
  const script = scriptOf(characterAt(block, at));
  if (script !== scriptOf(characterAt(block, at - 1))) return true;
  if (script !== 'han') return false;
  let first = at - 1;
  while (first > from && at - first < NEIGHBOURS && scriptOf(characterAt(block, first - 1)) === 'han')
    first -= 1;
  let after = at + 1;
  while (after < to && after - at < NEIGHBOURS && scriptOf(characterAt(block, after)) === 'han') after += 1;
  let stretch = '';
  let place = 0;
  for (let each = first; each < after; each += 1) {
    if (each === at) place = stretch.length;
    stretch += characterAt(block, each);
  }
  return breaksIn(stretch).has(place);
};

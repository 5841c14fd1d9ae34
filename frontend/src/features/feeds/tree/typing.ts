import { CHORD_MS } from '../../../lib/typing.ts';
import type { TreeLine } from './lines.ts';
import { findTyped } from './tree-keys.ts';

/** Letters that follow each other within this time, in milliseconds, are the beginning of one name. */
const TYPING_MS = 700;

/** The effect of a letter in the tree: it leads to a line, belongs to no name, or is a key of the page. */
type Typed = { kind: 'go'; key: string } | { kind: 'nothing' } | { kind: 'through' };

/**
 * Creates the memory of a name that is being typed, letter by letter. It gets a letter and its time in milliseconds. A name
 * cannot begin with `g`, since that begins a chord, whose second key is left alone too. A first letter that no name begins with
 * is a key of the page, while a wrong letter within a name does nothing.
 */
export const createTyping = () => {
  let text = '';
  let at = Number.NEGATIVE_INFINITY;
  let chordAt = Number.NEGATIVE_INFINITY;
  return (letter: string, now: number, lines: readonly TreeLine[], activeKey: string | null): Typed => {
    if (now - at > TYPING_MS) text = '';
    const isChord = now - chordAt <= CHORD_MS;
    chordAt = Number.NEGATIVE_INFINITY;
    if (isChord) return { kind: 'through' };
    if (text === '' && letter === 'g') {
      chordAt = now;
      return { kind: 'through' };
    }
    const key = findTyped(text + letter, lines, activeKey);
    if (key === null && text === '') return { kind: 'through' };
    text += letter;
    at = now;
    return key === null ? { kind: 'nothing' } : { kind: 'go', key };
  };
};

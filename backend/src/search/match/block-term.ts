import { type Block, findPrefix, findToken, tokenAt, type Range } from '../segment/block.ts';
import { mayGoOn, type CompiledTerm, type Piece, baseOf, beginningsOf } from '../text/term.ts';

/** The tokens of a block that stand for one token of a term. */
export type Choice = readonly Range[];

/** A term in the numbers of a block. */
export type BlockTerm = {
  pieces: readonly (readonly Choice[])[];
  /** The choices of the last token that count in full, if longer words that begin with it match too. */
  strong: Choice | null;
};

const isEmpty = (choice: Choice): boolean => choice.every(({ from, to }) => from >= to);

const FIRST_HIRAGANA = 0x3041;
const LAST_HIRAGANA = 0x309e;

/** Hiragana stand for their katakana too. */
const choose = (block: Block, token: string): Choice => {
  const unit = token.charCodeAt(0);
  const exact = findToken(block.vocabulary, token);
  if (unit < FIRST_HIRAGANA || unit > LAST_HIRAGANA) return [exact];
  return [exact, findToken(block.vocabulary, String.fromCharCode(unit + 0x60))];
};

/** Returns the tokens of the block that have this base form. */
const formsIn = ({ vocabulary }: Block, base: string): Choice =>
  beginningsOf(base).flatMap((beginning) => {
    const { from, to } = findPrefix(vocabulary, beginning);
    const forms: Range[] = [];
    for (let at = from; at < to; at += 1)
      if (baseOf(tokenAt(vocabulary, at)) === base) forms.push({ from: at, to: at + 1 });
    return forms;
  });

/** Returns the term in the numbers of a block; null if the block cannot have it. */
export const blockTerm = (block: Block, term: CompiledTerm): BlockTerm | null => {
  const pieces = term.pieces.map((piece: Piece) => piece.map((token) => choose(block, token)));
  const last = pieces.at(-1) ?? [];
  const exact = last.at(-1) ?? [];
  const strong = term.base === null ? exact : [...exact, ...formsIn(block, term.base)];
  const longer = mayGoOn(term) ? [findPrefix(block.vocabulary, term.pieces.at(-1)?.at(-1) ?? '')] : [];
  last.splice(-1, 1, [...longer, ...strong]);
  return pieces.some((piece) => piece.some(isEmpty))
    ? null
    : { pieces, strong: longer.length > 0 ? strong : null };
};

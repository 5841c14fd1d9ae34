import type { Spend } from '../../lib/turns.ts';
import type { FoldedText } from './folded-text.ts';
import { termsOf, type Term, compileWildTerm, type WildTerm } from './wild-term.ts';

/**
 * Returns for each pattern, by its place, 1 if a text has it. The steps grow linearly with the text, whatever the patterns
 * are; `spend` counts them.
 */
type FindPatterns = (folded: FoldedText, spend: Spend) => Promise<Uint8Array>;

/** The steps after which `spend` is asked. */
const STEPS_AT_ONCE = 2000;
/** The steps that an automaton counts for a character, beside one for each state that it enters. */
const STEPS_OF_A_CHARACTER = 3;

/** A literal of the patterns, and the terms that it stands for. */
type Literal = {
  text: string;
  /** The terms that are this literal and no more, by their places; they differ in where words must begin or end. */
  exact: { place: number; term: Term }[];
  /** True if it is the anchor of a term. */
  isAnchor: boolean;
};

type Wild = { place: number; term: WildTerm };

/** The terms of all patterns, each once, and one automaton for all that is literal in them. */
type Compiled = {
  terms: number;
  literals: readonly Literal[];
  automaton: Literals;
  wild: readonly Wild[];
  /** For each pattern the places of its terms. */
  patterns: readonly (readonly number[])[];
};

const compile = (patterns: readonly string[]): Compiled => {
  const places = new Map<string, number>();
  const literals = new Map<string, Literal>();
  const wild: Wild[] = [];
  const literalOf = (text: string): Literal => {
    const literal = literals.get(text) ?? { text, exact: [], isAnchor: false };
    if (text !== '') literals.set(text, literal);
    return literal;
  };
  const add = (term: Term): number => {
    const key = JSON.stringify(term);
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = places.size;
    places.set(key, place);
    const [first = ''] = term.pieces;
    if (first === '') return place;
    if (term.pieces.length === 1 && !term.hasWildcard) literalOf(first).exact.push({ place, term });
    else {
      const compiled = compileWildTerm(term);
      wild.push({ place, term: compiled });
      literalOf(compiled.anchor).isAnchor = true;
    }
    return place;
  };
  const ofPatterns = patterns.map((pattern) => termsOf(pattern).map(add));
  return {
    terms: places.size,
    literals: [...literals.values()],
    automaton: compileLiterals([...literals.keys()]),
    wild,
    patterns: ofPatterns,
  };
};

/** Compiles patterns when they are first looked for. */
export const compilePatterns = (patterns: readonly string[]): FindPatterns => {
  let compiled: Compiled | null = null;
  return async (folded, spend) => {
    compiled ??= compile(patterns);
    const { found, anchored } = await findLiterals(compiled, folded, spend);
    for (const { place, term } of compiled.wild)
      if (await occurs(term, folded, anchored.get(term.anchor) ?? [], spend)) found[place] = 1;
    return Uint8Array.from(compiled.patterns, (terms) =>
      terms.length > 0 && terms.every((place) => found[place] === 1) ? 1 : 0,
    );
  };
};

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a;

type FoundLiterals = {
  /** For each term 1 if it is a literal that was found. */
  found: Uint8Array;
  /** For each anchor where the stretches between white space begin that have it. */
  anchored: ReadonlyMap<string, readonly number[]>;
};

const findLiterals = async (
  { terms, literals, automaton }: Compiled,
  folded: FoldedText,
  spend: Spend,
): Promise<FoundLiterals> => {
  const { text, isBoundary } = folded;
  const found = new Uint8Array(terms);
  const begins = literals.map((): number[] => []);
  let [state, begin, steps] = [0, 0, 0];
  const note = (literal: number, at: number): void => {
    const { text: wanted, exact, isAnchor } = literals[literal] ?? nothing;
    const known = begins[literal] ?? [];
    if (isAnchor && known.at(-1) !== begin) known.push(begin);
    for (const { place, term } of exact)
      if (
        found[place] === 0 &&
        (!term.isEnd || isBoundary(at)) &&
        (!term.isStart || isBoundary(at - wanted.length))
      )
        found[place] = 1;
    steps += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) begin = at + 1;
    state = automaton.next(state, unit);
    for (let end = automaton.firstEnd(state); end !== 0; end = automaton.nextEnd(end))
      note(automaton.literalAt(end), at + 1);
    steps += 1;
    if (steps < STEPS_AT_ONCE) continue;
    await spend(steps);
    steps = 0;
  }
  await spend(steps);
  return { found, anchored: new Map(literals.map((literal, at) => [literal.text, begins[at] ?? []])) };
};

const nothing: Literal = { text: '', exact: [], isAnchor: false };

/** Returns the position of the next white space, or of the end of the text. */
const endOfStretch = (text: string, from: number): number => {
  let end = from;
  while (end < text.length && !isSpace(text.charCodeAt(end))) end += 1;
  return end;
};

/** Returns true if a term occurs in one of the stretches that begin there; one without an anchor is looked for everywhere. */
const occurs = async (
  term: WildTerm,
  folded: FoldedText,
  begins: readonly number[],
  spend: Spend,
): Promise<boolean> => {
  const { text } = folded;
  const isAnywhere = term.anchor === '';
  for (const from of isAnywhere ? [0] : begins) {
    const to = isAnywhere ? text.length : endOfStretch(text, from);
    await spend(to - from < term.least ? 1 : (to - from) * (term.size + STEPS_OF_A_CHARACTER));
    if (to - from >= term.least && term.occursIn(folded, from, to)) return true;
  }
  return false;
};

/** Many literals ready to be found in one pass over a text. State 0 stands for no beginning of any literal. */
type Literals = {
  /** Returns the state after one more UTF-16 unit of the text. */
  next: (state: number, unit: number) => number;
  /** Returns the state of the longest literal that ends where the state was reached; 0 if none does. */
  firstEnd: (state: number) => number;
  /** Returns the state of the next shorter literal that ends there; 0 if none does. */
  nextEnd: (end: number) => number;
  /** Returns the place in the list of the literal whose end a state is. */
  literalAt: (end: number) => number;
};

/**
 * Builds the automaton of Aho and Corasick. A pass over a text takes a step for each unit and one for each place found, and at
 * most one place of each length ends at a unit. Literals must differ from each other and must not be empty.
 */
export const compileLiterals = (literals: readonly string[]): Literals => {
  const children = new Map<number, number>();
  const literalOf: number[] = [-1];
  const entered: { parent: number; unit: number; depth: number }[] = [{ parent: 0, unit: 0, depth: 0 }];
  literals.forEach((literal, place) => {
    let state = 0;
    for (let at = 0; at < literal.length; at += 1) {
      const unit = literal.charCodeAt(at);
      const known = children.get(keyOf(state, unit));
      if (known === undefined) {
        children.set(keyOf(state, unit), literalOf.length);
        entered.push({ parent: state, unit, depth: at + 1 });
        literalOf.push(-1);
      }
      state = known ?? literalOf.length - 1;
    }
    literalOf[state] = place;
  });

  /** For each state the one of its longest proper suffix, and the nearest one on that way that ends a literal. */
  const suffixOf = new Int32Array(literalOf.length);
  const endingSuffixOf = new Int32Array(literalOf.length);
  const next = (from: number, unit: number): number => {
    let state = from;
    for (;;) {
      const child = children.get(keyOf(state, unit));
      if (child !== undefined) return child;
      if (state === 0) return 0;
      state = suffixOf[state] ?? 0;
    }
  };
  const states = entered.map(({ depth }, state) => ({ depth, state })).toSorted((a, b) => a.depth - b.depth);
  for (const { depth, state } of states) {
    const { parent, unit } = entered[state] ?? { parent: 0, unit: 0 };
    const suffix = depth > 1 ? next(suffixOf[parent] ?? 0, unit) : 0;
    suffixOf[state] = suffix;
    endingSuffixOf[state] = (literalOf[suffix] ?? -1) >= 0 ? suffix : (endingSuffixOf[suffix] ?? 0);
  }
  const nextEnd = (end: number): number => endingSuffixOf[end] ?? 0;
  const literalAt = (end: number): number => literalOf[end] ?? -1;
  return { next, nextEnd, literalAt, firstEnd: (state) => (literalAt(state) >= 0 ? state : nextEnd(state)) };
};

/** The key of a state and a unit: exact, since there are fewer than 2^37 states. */
const keyOf = (state: number, unit: number): number => state * 0x1_0000 + unit;

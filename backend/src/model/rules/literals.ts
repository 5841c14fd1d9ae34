/** Many literals ready to be found in one pass over a text. State 0 stands for no beginning of any literal. */
export type Literals = {
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

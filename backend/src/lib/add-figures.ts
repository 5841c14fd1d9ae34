type Figures = Readonly<Record<string, number>>;

/** Returns the sums of two sets of figures, name by name. A figure that `more` lacks stays. */
export function addFigures<F extends Figures>(figures: F, more: Readonly<Partial<F>>): F;
export function addFigures(figures: Figures, more: Partial<Figures>): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, figure + (more[name] ?? 0)]),
  );
}

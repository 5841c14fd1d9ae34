/** The names of the theme's tokens in each category, such as `spacing`. They are separated by spaces. */
export type TokenNames = Record<string, string>;

/**
 * Returns the variable of a token as Chakra calls it: in lower case, with dashes, and with special characters escaped. A
 * point in a colour's name is a step into a palette, and a dash too.
 */
const variable = (category: string, name: string): string =>
  `--chakra-${category}-${category === 'colors' ? name.replaceAll('.', '-') : name}`
    .replaceAll(/[^\w-]/g, (character) => `\\${character}`)
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the value of a token: its variable, whose value the style sheet has; below zero, a multiple of it. */
const valueOf = (category: string, name: string): string =>
  category === 'spacing' && name.startsWith('-')
    ? `calc(var(${variable(category, name.slice(1))}) * -1)`
    : `var(${variable(category, name)})`;

const virtual = 'colorPalette';

/** Returns for each palette the variables that its colours have while it is the current one, with their values. */
const palettesOf = (colors: readonly string[]): Map<string, Map<string, string>> => {
  const palettes = new Map<string, Map<string, string>>();
  for (const name of colors) {
    const [palette = '', ...rest] = name.split('.');
    if (palette === virtual) continue;
    const known = palettes.get(palette) ?? new Map<string, string>();
    known.set(variable('colors', [virtual, ...rest].join('.')), valueOf('colors', name));
    palettes.set(palette, known);
  }
  return palettes;
};

/**
 * Makes what Chakra's `createTokenDictionary` returns, as far as the built page needs it. Chakra's reads 500 tokens in all
 * themes, computes their values and indexes them in ten ways, which takes a phone a tenth of a second when the page starts.
 */
export const dictionaryOf = (names: TokenNames) => {
  const values = Object.fromEntries(
    Object.entries(names).map(([category, list]) => [
      category,
      Object.fromEntries(list.split(' ').map((name) => [name, valueOf(category, name)])),
    ]),
  );
  const getVar = (path: string, fallback?: string): string | undefined => {
    const point = path.indexOf('.');
    return values[path.slice(0, point)]?.[path.slice(point + 1)] ?? fallback;
  };
  /** Returns the value of a path such as `colors.gray.500`, or of a mixture such as `colors.gray.500/20`. */
  const resolve = (path: string): string => {
    const [name = '', percent] = path.split('/');
    const value = getVar(name) ?? name;
    return percent === undefined ? value : `color-mix(in srgb, ${value} ${percent}%, transparent)`;
  };
  return {
    getVar,
    getCategoryValues: (category: string) => values[category] ?? null,
    /** Puts values into the places of references such as `{colors.gray.500}`. */
    expandReferenceInValue: (value: string): string =>
      value.includes('{') ? value.replaceAll(/\{([^}]*)\}/g, (_, path: string) => resolve(path)) : value,
    colorPaletteMap: palettesOf(names['colors']?.split(' ') ?? []),
    getByName: (path: string) => {
      const value = getVar(path);
      return value === undefined ? undefined : { value };
    },
    // What follows is for styles made in the page of all tokens, which the style sheet has, and for tools.
    allTokens: [],
    cssVarMap: new Map<string, Map<string, string>>(),
    categoryMap: new Map<string, Map<string, unknown>>(),
  };
};

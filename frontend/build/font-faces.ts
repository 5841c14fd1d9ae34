import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sansFamily, serifFamily } from '../src/app/theme/families.ts';

type Family = typeof sansFamily;

export const families = [sansFamily, serifFamily];
const styles = ['normal', 'italic'] as const;

/** The package that a family's files come from. */
const packageOf = ({ typeface }: Family): string => `@fontsource-variable/${typeface}`;

const readFrom = (family: Family, file: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`${packageOf(family)}/${file}`)), 'utf8');

/** Returns the licence under which a family's files are passed on. */
export const licenceOf = (family: Family): string => readFrom(family, 'LICENSE');

/** Returns the characters of each file of a family, by the name of its alphabet. */
const alphabetsOf = (family: Family): [string, string][] => {
  const alphabets: Record<string, string> = JSON.parse(readFrom(family, 'unicode.json'));
  return Object.entries(alphabets);
};

export const fileOf = ({ typeface }: Family, alphabet: string, style: (typeof styles)[number]): string =>
  `${typeface}-${alphabet}-wght-${style}.woff2`;

/** Latin, Greek and Cyrillic with their punctuation; signs and other scripts keep the size that the system's faces have. */
const nearRange = 'U+0-52F,U+1C80-1FFF,U+2000-206F,U+20A0-20CF,U+2122';

const percent = (value: number): string => `${Math.round(value * 10_000) / 100}%`;

const face = (descriptors: Record<string, string>): string =>
  `@font-face{${Object.entries(descriptors)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** Returns the height and depth of a face's lines. `size-adjust` changes them too, so they are divided by it. */
const heights = ({ ascent, descent }: Family, size: number): Record<string, string> => ({
  'size-adjust': percent(size),
  'ascent-override': percent(ascent / size),
  'descent-override': percent(descent / size),
  'line-gap-override': '0%',
});

const ownFaces = (family: Family): string[] =>
  styles.flatMap((style) =>
    alphabetsOf(family).map(([alphabet, range]) =>
      face({
        'font-family': `'${family.name}'`,
        'font-style': style,
        'font-weight': '200 900',
        'font-display': 'swap',
        src: `url(${packageOf(family)}/files/${fileOf(family, alphabet, style)}) format('woff2')`,
        'unicode-range': range,
        ...heights(family, family.sizeAdjust / 100),
      }),
    ),
  );

/** Returns faces of the reader's machine with letters as wide as the page's own, so that nothing moves when those come. */
const nearFaces = (family: Family): string[] =>
  family.near.flatMap(({ name, regular, bold, widths }) =>
    [
      { names: regular, weights: '1 599', at: 0 as const },
      { names: bold, weights: '600 1000', at: 1 as const },
    ].map(({ names, weights, at }) =>
      face({
        'font-family': `'${name}'`,
        'font-weight': weights,
        src: names.map((full) => `local('${full}')`).join(','),
        'unicode-range': nearRange,
        ...heights(family, (family.widths[at] * family.sizeAdjust) / 100 / widths[at]),
      }),
    ),
  );

/** Returns the faces of the page's type, and those that stand in for them, as a style sheet. */
export const fontFaces = (): string =>
  families.flatMap((family) => [...ownFaces(family), ...nearFaces(family)]).join('\n');

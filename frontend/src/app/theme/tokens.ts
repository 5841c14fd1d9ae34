import { keyframes, tokens as chakraTokens } from '@chakra-ui/react/theme';
import { facesOfLanguages, sansFamily, serifFamily } from './families.ts';

/** The value of a colour in each theme. Sepia and high contrast lie over light, or light and dark. */
const tones = (light: string, dark: string, sepia: string, bright: string, black: string) => ({
  value: { _light: light, _dark: dark, _sepia: sepia, _brightContrast: bright, _darkContrast: black },
});

/** The colours, like paper and ink. The only accent, the vermilion of a seal, marks importance. */
const colors = {
  bg: {
    DEFAULT: tones('#fbfaf8', '#161513', '#f6ecd9', '#ffffff', '#000000'),
    subtle: tones('#f5f3ee', '#1b1a17', '#f0e4cb', '#ffffff', '#000000'),
    muted: tones('#eeebe4', '#252320', '#eadcbf', '#f2f2f2', '#1a1a1a'),
    emphasized: tones('#e2ddd3', '#322f2b', '#dfcda9', '#dddddd', '#333333'),
    inverted: tones('#24211d', '#efebe4', '#37291a', '#000000', '#ffffff'),
    panel: tones('#fffefc', '#1f1d1b', '#fbf3e4', '#ffffff', '#000000'),
    raised: tones('#fffefc', '#3b3732', '#fbf3e4', '#ffffff', '#333333'),
    error: tones('#faece7', '#2e1813', '#f7dfd0', '#ffffff', '#000000'),
  },
  fg: {
    DEFAULT: tones('#211f1b', '#ece8e0', '#352818', '#000000', '#ffffff'),
    muted: tones('#625d54', '#aea79b', '#5a4932', '#1c1c1c', '#eeeeee'),
    subtle: tones('#6f695e', '#948d81', '#65533b', '#333333', '#dddddd'),
    inverted: tones('#fbfaf8', '#1b1a17', '#fbf3e4', '#ffffff', '#000000'),
    error: tones('#a2351f', '#ee8f78', '#92290f', '#8f0f00', '#ffb3a3'),
  },
  border: {
    DEFAULT: tones('#e6e1d8', '#2d2a27', '#dfceac', '#000000', '#ffffff'),
    muted: tones('#efebe4', '#252320', '#e8dabd', '#555555', '#aaaaaa'),
    subtle: tones('#efebe4', '#252320', '#e8dabd', '#555555', '#aaaaaa'),
    emphasized: tones('#cfc8bb', '#45413b', '#c2ab80', '#000000', '#ffffff'),
    error: tones('#c9543c', '#d9674f', '#b8432b', '#8f0f00', '#ffb3a3'),
  },
  gray: {
    contrast: tones('#fbfaf8', '#1b1a17', '#fbf3e4', '#ffffff', '#000000'),
    fg: tones('#2b2823', '#e6e1d8', '#3a2c1b', '#000000', '#ffffff'),
    subtle: tones('#f1eee8', '#262421', '#ecdfc4', '#f2f2f2', '#1a1a1a'),
    muted: tones('#e6e1d8', '#322f2b', '#e0d0b0', '#dddddd', '#333333'),
    emphasized: tones('#d8d2c6', '#45413b', '#d0bc93', '#bbbbbb', '#555555'),
    solid: tones('#2b2823', '#e9e4db', '#3a2c1b', '#000000', '#ffffff'),
    focusRing: tones('#8a8376', '#8f887c', '#7a6543', '#000000', '#ffffff'),
    border: tones('#e6e1d8', '#45413b', '#dfceac', '#000000', '#ffffff'),
  },
  shu: {
    contrast: tones('#fffaf6', '#1c100c', '#fff6ea', '#ffffff', '#000000'),
    fg: tones('#9f3420', '#ee9781', '#8c2a14', '#8f0f00', '#ffb3a3'),
    subtle: tones('#faeeea', '#2c1a15', '#f3dcc4', '#ffffff', '#000000'),
    muted: tones('#f3dcd4', '#43241c', '#eccbb0', '#ffe1db', '#5a1508'),
    emphasized: tones('#e5b5a7', '#6b3527', '#dda888', '#ffc2b5', '#7d2413'),
    solid: tones('#b23a24', '#dd6d54', '#a5331d', '#8f0f00', '#ffb3a3'),
    focusRing: tones('#b23a24', '#dd6d54', '#a5331d', '#8f0f00', '#ffb3a3'),
    border: tones('#e5b5a7', '#6b3527', '#d9a684', '#8f0f00', '#ffb3a3'),
  },
};

const over = (offset: string, strength: number) => ({
  value: {
    _light: `${offset} {colors.gray.900/${strength}}, 0px 0px 1px {colors.gray.900/30}`,
    _dark: `${offset} {black/64}, 0px 0px 1px inset {colors.gray.300/30}`,
  },
});

/** The shadows in use. */
const shadows = {
  xs: over('0px 1px 2px', 10),
  sm: over('0px 2px 4px', 10),
  md: over('0px 4px 8px', 10),
  lg: over('0px 8px 16px', 10),
};

/** The rounding that Chakra's recipes name. */
const radii = {
  l1: { value: '{radii.xs}' },
  l2: { value: '{radii.sm}' },
  l3: { value: '{radii.md}' },
};

/** Returns a list of faces as style sheets write it. */
const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

const own = (family: typeof sansFamily): string =>
  listOf([family.name, ...family.near.map(({ name }) => name)]);

/**
 * The lists of faces. Before the system's own comes the list that is right for the language of the element, if it is known:
 * without it, Chinese would have Japanese shapes or the other way around.
 */
const fonts = {
  body: `${own(sansFamily)}, var(--sans-of-language, system-ui), system-ui, sans-serif`,
  reading: `${own(serifFamily)}, var(--serif-of-language, serif), serif`,
  system: 'system-ui, var(--sans-of-language, sans-serif), sans-serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
};

/** The styles by which an element whose language is known has the faces of that language. */
export const languageStyles = {
  // A variable that names another takes its value where it is set, and not where it is used.
  '[lang]': {
    '--chakra-fonts-body': fonts.body,
    '--chakra-fonts-heading': fonts.body,
    '--chakra-fonts-reading': fonts.reading,
    '--chakra-fonts-system': fonts.system,
    fontFamily: 'body',
  },
  ...Object.fromEntries(
    Object.entries(facesOfLanguages).map(([language, { sans, serif }]) => [
      `[lang|=${language}]`,
      { '--sans-of-language': listOf(sans), '--serif-of-language': listOf(serif) },
    ]),
  ),
};

// The built page has only the names of these: `build/theme-plugin.ts` puts their values into the style sheet.

const { transparent, current, black, white, blackAlpha, whiteAlpha, gray } = chakraTokens.colors;

export const tokens = {
  ...chakraTokens,
  // Without the palettes that nothing is painted in.
  colors: { transparent, current, black, white, blackAlpha, whiteAlpha, gray },
  fonts: {
    body: { value: fonts.body },
    heading: { value: fonts.body },
    reading: { value: fonts.reading },
    system: { value: fonts.system },
    mono: { value: fonts.mono },
  },
};

export const semanticTokens = { colors, radii, shadows };

export { keyframes };

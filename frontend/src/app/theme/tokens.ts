import { keyframes, tokens as chakraTokens } from '@chakra-ui/react/theme';
import { colors } from './colors.ts';
import { radii, shadows } from './depth.ts';

// The built page has only the names of these: `build/theme-plugin.ts` puts their values into the style sheet.

const sans = [
  'system-ui',
  '-apple-system',
  "'Segoe UI'",
  'Roboto',
  "'Hiragino Sans'",
  "'Noto Sans'",
  "'Noto Sans JP'",
  "'Noto Sans CJK JP'",
  "'Yu Gothic UI'",
  'Meiryo',
  'sans-serif',
].join(', ');

const serif = [
  'Charter',
  "'Iowan Old Style'",
  'Georgia',
  "'Hiragino Mincho ProN'",
  "'Noto Serif'",
  "'Noto Serif JP'",
  "'Noto Serif CJK JP'",
  'serif',
].join(', ');

const { transparent, current, black, white, blackAlpha, whiteAlpha, gray } = chakraTokens.colors;

export const tokens = {
  ...chakraTokens,
  // Without the palettes that nothing is painted in.
  colors: { transparent, current, black, white, blackAlpha, whiteAlpha, gray },
  fonts: {
    body: { value: sans },
    heading: { value: sans },
    reading: { value: serif },
    mono: { value: 'ui-monospace, Menlo, Consolas, monospace' },
  },
};

export const semanticTokens = { colors, radii, shadows };

export { keyframes };

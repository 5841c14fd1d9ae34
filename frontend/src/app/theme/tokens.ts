import { keyframes, tokens as chakraTokens } from '@chakra-ui/react/theme';
import { colors } from './colors.ts';
import { radii, shadows } from './depth.ts';
import { fonts } from './faces.ts';

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

import { defineRecipe, createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import {
  buttonRecipe,
  skeletonRecipe,
  animationStyles,
  breakpoints,
  cssVarsPrefix,
  cssVarsRoot,
} from '@chakra-ui/react/theme';
import { keyframes, semanticTokens, tokens } from './tokens.ts';

/** The themes beside light and dark, by the classes of the page (`lib/preferences/preferences.tsx`). */
const themeConditions = {
  sepia: '.sepia.light &',
  brightContrast: '.contrast.light &',
  darkContrast: '.contrast.dark &',
};

// Lists only the recipes that the start uses, because all recipes of the default theme would double the bundle. Those of
// fields are in `components/controls/inputs.tsx`, those of windows and menus in `components/overlays/recipes.ts`, and get to them by the property `recipe`.

const recipes = {
  button: defineRecipe({
    ...buttonRecipe,
    base: {
      ...buttonRecipe.base,
      borderRadius: 'lg',
      fontWeight: 'medium',
      transitionDuration: 'fast',
      // On a phone with large letters, a label has two lines before it is wider than the screen.
      '@media (max-width: 24.99rem)': { maxWidth: '100%', whiteSpace: 'normal' },
      _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    },
  }),
  skeleton: skeletonRecipe,
};

/** The theme without the styles of whole pages, which are a style sheet: see `whole-page.ts`. */
export const themeConfig = defineConfig({
  conditions: themeConditions,
  cssVarsPrefix,
  cssVarsRoot,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens,
    recipes,
    animationStyles,
    textStyles: {
      xs: { value: { fontSize: '0.75rem', lineHeight: '1.1rem' } },
      sm: { value: { fontSize: '0.875rem', lineHeight: '1.35rem' } },
      md: { value: { fontSize: '1rem', lineHeight: '1.55rem' } },
      lg: { value: { fontSize: '1.125rem', lineHeight: '1.6rem' } },
      title: { value: { fontSize: '1.0625rem', lineHeight: '1.5rem', letterSpacing: '-0.005em' } },
      'headline.brief': { value: { fontSize: '1.1875rem', lineHeight: '1.5rem', letterSpacing: '-0.005em' } },
      'headline.second': { value: { fontSize: '1.5rem', lineHeight: '1.85rem', letterSpacing: '-0.01em' } },
      'headline.lead': { value: { fontSize: '2.375rem', lineHeight: '2.75rem', letterSpacing: '-0.02em' } },
      page: { value: { fontSize: '1.375rem', lineHeight: '2rem', letterSpacing: '-0.015em' } },
    },
  },
});

/** Creates the styles of the page, which takes as long as a frame. */
export const createTheme = () => createSystem(defaultBaseConfig, themeConfig);

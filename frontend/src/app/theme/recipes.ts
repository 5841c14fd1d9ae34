import { defineRecipe } from '@chakra-ui/react';
import { buttonRecipe, skeletonRecipe } from '@chakra-ui/react/theme';

// Lists only the recipes that the start uses, because all recipes of the default theme would double the bundle. Those of
// fields are in `components/controls/text-input.tsx`, those of windows and menus in `components/overlays/recipes.ts`, and get to them by the property `recipe`.

export const recipes = {
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

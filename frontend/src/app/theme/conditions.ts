/** The themes beside light and dark, by the classes of the page (`theme-mode.tsx`). */
export const themeConditions = {
  sepia: '.sepia.light &',
  brightContrast: '.contrast.light &',
  darkContrast: '.contrast.dark &',
};

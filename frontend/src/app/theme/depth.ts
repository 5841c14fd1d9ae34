const over = (offset: string, strength: number) => ({
  value: {
    _light: `${offset} {colors.gray.900/${strength}}, 0px 0px 1px {colors.gray.900/30}`,
    _dark: `${offset} {black/64}, 0px 0px 1px inset {colors.gray.300/30}`,
  },
});

/** The shadows in use. */
export const shadows = {
  xs: over('0px 1px 2px', 10),
  sm: over('0px 2px 4px', 10),
  md: over('0px 4px 8px', 10),
  lg: over('0px 8px 16px', 10),
};

/** The rounding that Chakra's recipes name. */
export const radii = {
  l1: { value: '{radii.xs}' },
  l2: { value: '{radii.sm}' },
  l3: { value: '{radii.md}' },
};

import { defineSlotRecipe } from '@chakra-ui/react';
import { dialogSlotRecipe, drawerSlotRecipe, menuSlotRecipe } from '@chakra-ui/react/theme';

// The looks of windows and menus. They are loaded with the first of them, so the theme does not name them.

/** What lies over a page below a window: a colour, and how much of it. */
export const backdropColor = 'rgb(30, 26, 20)';
export const backdropPart = '32%';
const backdrop = { bg: `color-mix(in srgb, ${backdropColor} ${backdropPart}, transparent)` };

export const dialogRecipe = defineSlotRecipe({
  ...dialogSlotRecipe,
  base: {
    ...dialogSlotRecipe.base,
    backdrop: { ...dialogSlotRecipe.base?.backdrop, ...backdrop },
    content: {
      ...dialogSlotRecipe.base?.content,
      borderRadius: '2xl',
      borderWidth: '1px',
      borderColor: 'border',
      maxW: 'calc(100% - 2rem)',
    },
    closeTrigger: { ...dialogSlotRecipe.base?.closeTrigger, top: '3.5', insetEnd: '3.5' },
  },
});

export const drawerRecipe = defineSlotRecipe({
  ...drawerSlotRecipe,
  base: { ...drawerSlotRecipe.base, backdrop: { ...drawerSlotRecipe.base?.backdrop, ...backdrop } },
});

export const menuRecipe = defineSlotRecipe({
  ...menuSlotRecipe,
  base: {
    ...menuSlotRecipe.base,
    content: {
      ...menuSlotRecipe.base?.content,
      borderRadius: 'xl',
      borderWidth: '1px',
      borderColor: 'border',
      minW: '13rem',
    },
    separator: { height: '1px', borderWidth: '0', bg: 'border', my: '1' },
    item: { ...menuSlotRecipe.base?.item, borderRadius: 'md', minH: '10' },
  },
});

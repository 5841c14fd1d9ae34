import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';
import {
  buttonRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  inputRecipe,
  menuSlotRecipe,
  skeletonRecipe,
  switchSlotRecipe,
  textareaRecipe,
} from '@chakra-ui/react/theme';

// Lists only the recipes in use, because all recipes of the default theme would double the bundle.

export const recipes = {
  button: defineRecipe({
    ...buttonRecipe,
    base: {
      ...buttonRecipe.base,
      borderRadius: 'lg',
      fontWeight: 'medium',
      transitionDuration: 'fast',
      _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    },
  }),
  // 16 px: smaller text in a field makes phones zoom in.
  input: defineRecipe({
    ...inputRecipe,
    base: { ...inputRecipe.base, fontSize: 'md', borderRadius: 'lg', bg: 'bg.panel' },
  }),
  textarea: defineRecipe({
    ...textareaRecipe,
    base: { ...textareaRecipe.base, fontSize: 'md', borderRadius: 'lg', bg: 'bg.panel' },
  }),
  skeleton: skeletonRecipe,
};

const backdrop = { bg: 'rgba(30, 26, 20, 0.32)' };

export const slotRecipes = {
  dialog: defineSlotRecipe({
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
  }),
  drawer: defineSlotRecipe({
    ...drawerSlotRecipe,
    base: { ...drawerSlotRecipe.base, backdrop: { ...drawerSlotRecipe.base?.backdrop, ...backdrop } },
  }),
  menu: defineSlotRecipe({
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
  }),
  switch: switchSlotRecipe,
};

import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import {
  animationStyles,
  breakpoints,
  cssVarsPrefix,
  cssVarsRoot,
  keyframes,
  tokens as chakraTokens,
} from '@chakra-ui/react/theme';
import { barHeight } from '../../components/page/bar-height.ts';
import { colors, themeConditions } from './colors.ts';
import { radii, shadows } from './depth.ts';
import { recipes } from './recipes.ts';

const sans = [
  '-apple-system',
  'BlinkMacSystemFont',
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

const config = defineConfig({
  preflight: true,
  conditions: themeConditions,
  cssVarsPrefix,
  cssVarsRoot,
  globalCss: {
    html: {
      color: 'fg',
      bg: 'bg',
      lineHeight: '1.5',
      colorPalette: 'gray',
      textSizeAdjust: '100%',
      scrollbarGutter: 'stable',
      // An element that gets the focus is never under the bar at the lower edge.
      scrollPaddingBottom: { base: barHeight, md: '0' },
    },
    body: { fontFamily: 'body', minHeight: '100dvh' },
    // Chakra sets `break-word` on every element. With it, a long word still widens its row; `anywhere` prevents that.
    '*': { overflowWrap: 'anywhere' },
    '*::placeholder': { color: 'fg.subtle', opacity: 1 },
    '*::selection': { bg: 'shu.muted' },
    // The words that a search looks for. In forced colours, the browser's own colours of a mark replace these.
    mark: {
      bg: 'shu.emphasized',
      color: 'fg',
      borderRadius: '0.15em',
      '@media (forced-colors: active)': { bg: 'Mark', color: 'MarkText', forcedColorAdjust: 'none' },
    },
    // The words of reasons in an open article.
    '::highlight(reason)': { bg: 'shu.emphasized', color: 'fg' },
    ':focus-visible': { outline: '2px solid', outlineColor: 'shu.focusRing', outlineOffset: '2px' },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // A duration, however short, would make every property of every element a transition: what is measured right after
        // a change would still have its old size.
        transition: 'none !important',
      },
    },
  },
  theme: {
    breakpoints,
    keyframes,
    tokens: {
      ...chakraTokens,
      colors: { ...chakraTokens.colors },
      fonts: {
        body: { value: sans },
        heading: { value: sans },
        reading: { value: serif },
        mono: { value: 'ui-monospace, Menlo, Consolas, monospace' },
      },
    },
    semanticTokens: { colors, radii, shadows },
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
      page: { value: { fontSize: '1.375rem', lineHeight: '1.8rem', letterSpacing: '-0.015em' } },
    },
  },
});

export const system = createSystem(defaultBaseConfig, config);

import { defineGlobalStyles } from '@chakra-ui/react';
import { backdropColor, backdropPart } from '../../components/overlays/recipes.ts';
import { barHeight } from '../../lib/screen.ts';
import { languageStyles } from './tokens.ts';

/** The styles of elements on every page. `build/theme-made.ts` makes a style sheet of them. */
export const wholePage = defineGlobalStyles({
  html: {
    color: 'fg',
    bg: 'bg',
    lineHeight: '1.5',
    colorPalette: 'gray',
    textSizeAdjust: '100%',
    scrollbarGutter: 'stable',
    '--bar-height': '3.5rem',
    // The distance of a message from the lower edge of the screen.
    '--above-foot': {
      base: `calc(${barHeight} + env(safe-area-inset-bottom) + 0.75rem)`,
      md: 'max(1rem, env(safe-area-inset-bottom))',
    },
    // An element that gets the focus is never under the bar at the lower edge.
    scrollPaddingBottom: { base: barHeight, md: '0' },
  },
  // No element can lie over the room of the scroll bar, so the page itself is dimmed there below a window. A backdrop is a child of
  // the body: one at any depth would have the browser look through the whole page whenever a row comes.
  'html:has(> body > [data-part=backdrop][data-state=open])': {
    // The style sheet of the first paint has the colour of the page, and takes precedence otherwise.
    backgroundColor: `color-mix(in srgb, {colors.bg}, ${backdropColor} ${backdropPart}) !important`,
  },
  ...languageStyles,
  body: { fontFamily: 'body', minHeight: '100dvh', bg: 'bg' },
  // Chakra sets `break-word` on every element. With it, a long word still widens its row; `anywhere` prevents that.
  '*': { overflowWrap: 'anywhere' },
  '*::placeholder': { color: 'fg.subtle', opacity: 1 },
  // Of the root, which all elements take over: a rule for each of them would have each styled a second time.
  ':root::selection': { bg: 'shu.muted' },
  // The words that a search looks for. In forced colours, the browser's own colours of a mark replace these.
  mark: {
    bg: 'shu.emphasized',
    color: 'fg',
    borderRadius: '0.15em',
    '@media (forced-colors: active)': { bg: 'Mark', color: 'MarkText', forcedColorAdjust: 'none' },
  },
  // The words of reasons in an open article: its title and its text alone, for the same reason.
  ':is([aria-current=true], .is-open) .row-title ::highlight(reason), [id$=-text] ::highlight(reason)': {
    bg: 'shu.emphasized',
    color: 'fg',
  },
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
});

import { ChakraProvider, createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { themeConfig } from '../src/app/theme/theme.ts';
import { wholePage } from '../src/app/theme/whole-page.ts';
import type { TokenNames } from './token-names.ts';

/**
 * Returns what Chakra would put into a page when it starts: the order of its layers, its reset, the styles of elements on every
 * page, and the variables of the theme.
 */
export const themeSheet = (): string => {
  const system = createSystem(defaultBaseConfig, themeConfig, { preflight: true, globalCss: wholePage });
  const page = renderToStaticMarkup(ChakraProvider({ value: system, children: null }));
  return [...page.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css]) => css).join('\n');
};

/** Returns the names of the theme's tokens. */
export const tokenNames = (): TokenNames => {
  const { tokens } = createSystem(defaultBaseConfig, themeConfig);
  const categories = new Set(tokens.allTokens.map(({ extensions }) => extensions.category ?? ''));
  return Object.fromEntries(
    [...categories].map((category) => [
      category,
      Object.keys(tokens.getCategoryValues(category) ?? {}).join(' '),
    ]),
  );
};

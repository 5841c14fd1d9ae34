import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { TokenNames } from './token-names.ts';

const sheet = 'virtual:theme.css';
const resolved = `\0${sheet}`;

const makeTheme = async () => {
  // Loaded by its path and only here, because loading Chakra takes a second, which tests and the server need not wait for.
  const file = pathToFileURL(join(import.meta.dirname, 'theme-made.ts')).href;
  const made: { themeSheet: () => string; tokenNames: () => TokenNames } = await import(file);
  return made;
};

/** Returns the source with `before` replaced. @throws Error if the source lacks it. */
const replaced = (source: string, before: string, after: string): string => {
  if (!source.includes(before)) throw new Error(`Chakra has changed: its source lacks "${before}".`);
  return source.replace(before, after);
};

const chakra = (file: string): RegExp => new RegExp(`/@chakra-ui/react/dist/esm/styled-system/${file}\\.js$`);

/** Replaces the source of a module in the built page. The build fails if it has no such module. */
const inPage = (name: string, id: RegExp, change: (source: string) => string | Promise<string>): Plugin => {
  let isDone = false;
  return {
    name,
    apply: 'build',
    transform: {
      filter: { id },
      handler: async (source) => {
        isDone = true;
        return { code: await change(source), map: null };
      },
    },
    buildEnd: (error) => {
      if (error === undefined && !isDone)
        throw new Error(`Chakra has changed: no module is called ${id.source}.`);
    },
  };
};

/**
 * Makes the theme when the page is built, which took a phone two tenths of a second when it started: the style sheet
 * `virtual:theme.css` has the rules and variables, and the script has the names of the tokens. Without it the start script has
 * 8.8 kB more: 5.5 kB of values, 2.1 kB of Chakra's dictionary and 1.2 kB of its reset.
 */
export const themeForPage = (): Plugin[] => [
  {
    name: 'theme-sheet',
    resolveId: (id) => (id === sheet ? resolved : null),
    load: async (id) => (id === resolved ? (await makeTheme()).themeSheet() : null),
  },
  inPage('theme-without-sheet', chakra('system'), (source) =>
    replaced(
      source,
      'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];',
      'const _global = [];',
    ),
  ),
  inPage(
    'theme-without-values',
    /\/app\/theme\/tokens\.ts$/,
    () => 'export const tokens = {}, semanticTokens = {}, keyframes = {};',
  ),
  inPage('theme-without-reset', chakra('preflight'), (source) => {
    replaced(source, 'export { createPreflight };', '');
    return 'export const createPreflight = () => ({});';
  }),
  inPage('theme-with-names', chakra('token-dictionary'), async (source) => {
    replaced(source, 'export { createTokenDictionary, tokenCategories };', '');
    const names = JSON.stringify((await makeTheme()).tokenNames());
    const module = JSON.stringify(join(import.meta.dirname, 'token-names.ts'));
    return `import { dictionaryOf } from ${module}; export const createTokenDictionary = () => dictionaryOf(${names});`;
  }),
];

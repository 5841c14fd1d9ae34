import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const sheet = 'virtual:theme.css';
const resolved = `\0${sheet}`;

const makeSheet = async (): Promise<string> => {
  // Loaded by its path and only here, because loading Chakra takes a second, which tests and the server need not wait for.
  const file = pathToFileURL(join(import.meta.dirname, 'theme-sheet.ts')).href;
  const { themeSheet }: { themeSheet: () => string } = await import(file);
  return themeSheet();
};

/** Provides the style sheet `virtual:theme.css`. A phone took a tenth of a second to make its rules when the page started. */
export const themeSheet = (): Plugin[] => [
  {
    name: 'theme-sheet',
    resolveId: (id) => (id === sheet ? resolved : null),
    load: (id) => (id === resolved ? makeSheet() : null),
  },
  {
    name: 'theme-without-sheet',
    apply: 'build',
    transform: {
      filter: { id: /@chakra-ui\/react\/dist\/esm\/styled-system\/system\.js$/ },
      handler: (source) => {
        const made = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];';
        if (!source.includes(made)) throw new Error(`Chakra has changed: its system.js lacks "${made}".`);
        return { code: source.replace(made, 'const _global = [];'), map: null };
      },
    },
  },
];

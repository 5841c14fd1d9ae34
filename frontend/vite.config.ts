import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig, minify } from 'vite';
import { slimContract, smallZod } from './build/contract-for-page.ts';
import { ownFonts } from './build/fonts-plugin.ts';
import { themeForPage } from './build/theme-plugin.ts';
import { serviceWorker } from './service-worker/plugin.ts';

// The bytes named here are those by which the start script, compressed by gzip, grows without the setting.

const sheetLink = /\s*<link rel="stylesheet" crossorigin[^>]*>/;

/**
 * Lets the page's scripts wait for its style sheets and for what it asks the server first: they are twenty times as large
 * and would take most of a slow network. The program's style sheet stands below the page's outline, which a browser paints
 * before it has that sheet. Scripts of type module wait for it there, too.
 */
const outlineFirst = (): Plugin => ({
  name: 'outline-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const [sheet] = sheetLink.exec(html) ?? [];
      if (sheet === undefined) throw new Error('the page has no style sheet to put below its outline');
      return html
        .replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
        .replace(sheet, '')
        .replace('</body>', `${sheet}\n  </body>`);
    },
  },
});

/**
 * Lets Chromium compile the functions of the start beside the page, and not one by one in it when they are first called, which
 * took a fifth of the page's processor time at the start. See https://v8.dev/blog/explicit-compile-hints.
 */
const compiledAhead = (): Plugin => ({
  name: 'compiled-ahead',
  apply: 'build',
  generateBundle: {
    // Vite writes a line of its own before the first one of a file.
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
});

/** Shrinks `first-paint.js`, which Vite copies as it is: 0.7 kB. */
const smallFirstPaint = (): Plugin => ({
  name: 'small-first-paint',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const file = join(dir, 'first-paint.js');
    const { code } = await minify(file, await readFile(file, 'utf8'), { module: false });
    await writeFile(file, code);
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    ownFonts(),
    themeForPage(),
    smallZod(),
    slimContract(),
    outlineFirst(),
    compiledAhead(),
    smallFirstPaint(),
    serviceWorker(),
  ],
  resolve: {
    alias: {
      // The router brings a copy of this hook for versions of React that lack it: 0.3 kB.
      'use-sync-external-store/shim/index.js': 'react',
      '@emotion/use-insertion-effect-with-fallbacks': join(import.meta.dirname, 'build/insert-styles.ts'),
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8400' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Fonts must be files, because the content security policy allows data: addresses for images only.
    assetsInlineLimit: 0,
    // Every browser that runs this page (ES2022) preloads modules by itself.
    // Only what the document names is preloaded: writing a link for each of thirty files that come after the start kept the page
    // from answering for a twentieth of its processor time at the start, and the list of them is 1.2 kB.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        // The start names all other files. A letter less in each of 65 names is 0.15 kB, compressed.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Everything that the start needs is one file, because thirty small ones are larger when they are compressed.
        codeSplitting: {
          groups: [
            {
              name: 'start',
              tags: ['$initial'],
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // Modules that a list imports while it starts, and one that the sign-in page shares with lists.
            {
              name: 'early',
              test: /suggested-chips|later-icons|swipe\.ts|skeleton/,
              priority: 1,
            },
            // Modules that a list loads ahead. They are one file, because each request of thirty kept the page from answering.
            { name: 'soon', test: /list-tasks|article-pane|article-body|open-article/, priority: 0 },
          ],
        },
      },
      treeshake: {
        // These functions of Chakra return their argument. Unless marked as pure, they keep all sixty recipes: 11.9 kB.
        // A schema of zod that nothing uses goes with it.
        manualPureFunctions: ['defineConfig', 'defineSlotRecipe', 'defineRecipe', 'z'],
        // Of these, a module of which nothing is used goes too: 5.7 kB.
        moduleSideEffects: [
          {
            test: /\/(backend\/src\/contract|hoist-non-react-statics|react-is)\/|\/wouter\/src\/react-deps/,
            sideEffects: false,
          },
        ],
      },
    },
  },
});

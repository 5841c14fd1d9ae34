import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lowPriority } from './build/low-priority.ts';
import { slimContract } from './build/contract-for-page.ts';
import { ownFonts } from './build/fonts-plugin.ts';
import { themeForPage } from './build/theme-plugin.ts';
import { smallZod } from './build/small-zod-plugin.ts';
import { serviceWorker } from './service-worker/plugin.ts';

/** Modules that the start reaches through lists of exports, but does not use. */
const later =
  /\/theme\/recipes\/(dialog|drawer|input|menu|switch|textarea)\.js$|\/contract\/((crawls|rules|export|samples)\/|endpoints\/managing\/)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), ownFonts(), themeForPage(), smallZod(), slimContract(), lowPriority(), serviceWorker()],
  resolve: {
    alias: {
      // The router brings a copy of this hook for versions of React that lack it.
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
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Everything that the start needs is one file, because thirty small ones are larger when they are compressed.
        codeSplitting: {
          groups: [
            {
              name: 'start',
              tags: ['$initial'],
              test: (id) => !later.test(id),
              priority: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
      treeshake: {
        // These functions of Chakra return their argument. Unless marked as pure, they keep all sixty recipes (25 kB gzip).
        // A schema of zod that nothing uses goes with it.
        manualPureFunctions: ['defineConfig', 'defineSlotRecipe', 'defineRecipe', 'z'],
        // Of these, a module of which nothing is used goes too.
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

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

/** Vite puts a hash of its content into the name of each of these files. */
const HASHED = /^assets\//;

/** Fonts that are kept when a page first uses them: all but the upright Latin letters, which nearly every page has. */
const LATER_FONTS = /(?<!-latin-wght-normal-[\w-]{8})\.woff2$/;

/** Returns the files of the built page that are kept from the start, with a hash for those whose name does not change with their content. */
const pageFiles = (folder: string): { url: string; revision: string | null }[] =>
  globSync('**/*.{html,js,css,svg,png,webmanifest,woff2}', { cwd: folder })
    .filter((name) => !LATER_FONTS.test(name))
    .toSorted()
    .map((name) => ({
      url: `/${name}`,
      revision: HASHED.test(name)
        ? null
        : createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
            .slice(0, 20),
    }));

/** Builds the service worker after the page, as a file of its own that knows the page's files. */
export const serviceWorker = (): Plugin => {
  let outDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        define: {
          PAGE_FILES: JSON.stringify(pageFiles(outDir)),
          'process.env.NODE_ENV': JSON.stringify('production'),
        },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: {
            input: join(import.meta.dirname, 'worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
};

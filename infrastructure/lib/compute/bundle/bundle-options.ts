import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/**
 * The code that defines `require` in the bundle. CommonJS packages inside an ES module still call it for Node's own
 * modules.
 */
const banner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/** Leaves out zod's messages in some fifty languages, half of what zod is. No code asks for another one than English. */
const englishZod: Plugin = {
  name: 'english-zod',
  setup: (build) => {
    build.onResolve({ filter: /locales\/index\.js$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      return /[\\/]zod[\\/]v4[\\/]locales[\\/]/.test(file)
        ? { path: join(dirname(file), 'en.js') }
        : undefined;
    });
  },
};

/** The beginning of a statement that makes a constant of something else than a function. */
const constantHead = /^(?:export )?const \w+(?:: [^=]+)? = (?!\(|async |<)/;

/**
 * Tells esbuild that it may leave out the constant which a statement makes, if nobody uses it. By itself it keeps whatever is made by a
 * call, such as a schema.
 */
const removable = (statement: string): string => {
  const head = constantHead.exec(statement)?.[0];
  const made = head === undefined ? '' : statement.slice(head.length).trimEnd();
  if (!made.includes('(') || !made.endsWith(';')) return statement;
  return `${head}/* @__PURE__ */ (() => (${made.slice(0, -1)}))();\n`;
};

/** The ends of statements in formatted code, in which the next one begins at the margin with a word or a comment. */
const betweenStatements = /\n(?=[\w/])/;

const isOfContract = (path: string): boolean => /[\\/]backend[\\/]src[\\/]contract[\\/]/.test(path);

/**
 * Imports zod by its whole in our own files, of which esbuild leaves out what none of them names; the `z` that zod exports is
 * kept in full. Of the contract, whose modules only make values, only those that somebody uses are kept, so that a start makes a third fewer schemas.
 */
const usedZod: Plugin = {
  name: 'used-zod',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]backend[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8').replace(
        "import { z } from 'zod';",
        "import * as z from 'zod';",
      );
      const contents = isOfContract(path) ? code.split(betweenStatements).map(removable).join('\n') : code;
      return { contents, loader: 'ts' };
    });
  },
};

/** Leaves out the modules of the contract from which nobody imports. */
const usedContract: Plugin = {
  name: 'used-contract',
  setup: (build) => {
    build.onResolve({ filter: /^\.{1,2}\/.+\.ts$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      return isOfContract(file) ? { path: file, sideEffects: false } : undefined;
    });
  },
};

/**
 * Takes the parser alone of htmlparser2 into our own files, which use no more of it. Its first file also exports tools for trees; once any
 * file loaded later used them, every start would read them.
 */
const onlyParser: Plugin = {
  name: 'only-parser',
  setup: (build) => {
    build.onResolve({ filter: /^htmlparser2$/ }, async ({ importer, kind, resolveDir }) => {
      if (!/[\\/]backend[\\/]src[\\/]/.test(importer)) return undefined;
      const { path } = await build.resolve('htmlparser2', { kind, resolveDir });
      return { path: join(dirname(path), 'Parser.js'), sideEffects: false };
    });
  },
};

/**
 * Takes Node's `http` by `require`. An import of it reads each of its exports, and one of them loads undici, a fifth of what the
 * start of a small function takes.
 */
const requiredHttp: Plugin = {
  name: 'required-http',
  setup: (build) => {
    const namespace = 'required-http';
    build.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'require-call' ? undefined : { path: 'node:http', namespace },
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: "module.exports = require('node:http');" }));
  },
};

/**
 * How each function is bundled: the SDK with it, so that the tested version runs and minified files load faster than the
 * runtime's own copy. What the code loads by `import()` gets a file of its own, which is read only when it is needed.
 */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  // Prefer the module builds of packages, because esbuild can drop unused code from them.
  mainFields: ['module', 'main'],
  banner: { js: banner },
  outExtension: { '.js': '.mjs' },
  // In the same folder, so that what is beside the bundle is found from any of its files.
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
  plugins: [englishZod, usedZod, usedContract, onlyParser, requiredHttp],
} satisfies BuildOptions;

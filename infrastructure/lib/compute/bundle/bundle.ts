// Bundles a function into a folder: node bundle.ts <name> <folder> [documents] [words] [pictures]
// With `documents` comes the worker that reads them, with `words` the tables of words, with `pictures` libvips.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.ts';

const root = join(import.meta.dirname, '../../../..');

/** The files of libvips that shrinking needs: 5 of the 13 MB of the package. The others read formats that are not shrunk. */
const vipsFiles = ['package.json', 'LICENSE', 'THIRD-PARTY-NOTICES.md', 'lib/vips-node.mjs', 'lib/vips.wasm'];

const [name = '', outdir = '', ...extras] = process.argv.slice(2);

const paths = { absWorkingDir: root, outdir };
await build({ ...bundleOptions, ...paths, entryPoints: { index: `backend/src/lambda/${name}.ts` } });

if (extras.includes('documents'))
  await build({
    ...bundleOptions,
    ...paths,
    // libvips finds its WebAssembly by the place of its own file, and only some functions have it.
    external: ['wasm-vips'],
    entryPoints: { 'parser-worker': 'backend/src/parser/worker.ts' },
  });

if (extras.includes('words'))
  cpSync(join(root, 'backend/src/scoring/words/tables'), join(outdir, 'tables'), { recursive: true });

if (extras.includes('pictures'))
  for (const file of vipsFiles)
    cpSync(join(root, 'node_modules/wasm-vips', file), join(outdir, 'node_modules/wasm-vips', file));

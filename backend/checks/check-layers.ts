import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { parseSync } from 'oxc-parser';
import { z } from 'zod';
import { mutualImports, upwardImports, type Import } from './layers.ts';

/*
 * Fails when an import leads up the layers of layers.json, or when two folders of the back end or the infrastructure
 * import each other.
 * Type imports count too: what a type is made of belongs below those who use it.
 */

const root = join(import.meta.dirname, '../..');

const layersFile = z.record(z.string(), z.object({ order: z.array(z.array(z.string()).min(1)).min(1) }));

const files = globSync('{backend,frontend,infrastructure}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(^|[\\/])(node_modules|dist|cdk\.out)$/.test(path),
}).map((path) => path.split(sep).join('/'));

/** Returns the relative imports of a file: static and dynamic ones, and exports from another file. */
const importsOf = (from: string): Import[] => {
  const text = readFileSync(join(root, from), 'utf8');
  const { module, errors } = parseSync(from, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${from} cannot be parsed: ${error.message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return requests
    .filter((request) => request.startsWith('.'))
    .map((request) => ({ from, to: posix.join(posix.dirname(from), request) }));
};

const layers = layersFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'layers.json'), 'utf8')));
const imports = files.flatMap(importsOf);
// In the front end the folders within a feature are one room: only features are kept apart.
const ofBackEnd = imports.filter(({ from }) => !from.startsWith('frontend/'));
const wrong = [...upwardImports(layers, imports), ...mutualImports(ofBackEnd)];
for (const sentence of new Set(wrong)) console.error(sentence);
if (wrong.length > 0) process.exitCode = 1;
else console.log(`${imports.length} imports of ${files.length} files lead down the layers.`);

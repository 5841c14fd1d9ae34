import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, fileOfDebian, unpacked } from './sources.ts';

const PARTS = ['noun', 'verb', 'adj', 'adv'] as const;
/** The lines of the licence at the head of each file begin with two spaces. */
const LICENCE = '  ';
const QUOTED = /"([^"]*)"/g;

/** Returns the examples of use that WordNet quotes, each once, in the order of its files. */
export const readExamples = (): string[] => {
  const lines = PARTS.flatMap((part) =>
    fileOfDebian('wordnet', `./usr/share/wordnet/data.${part}`).toString('latin1').split('\n'),
  );
  return [...new Set(lines.filter((line) => line !== '' && !line.startsWith(LICENCE)).flatMap(examplesIn))];
};

/** Returns the examples in a line such as `00006269 03 n 01 life 0 002 … | living things; "the oceans are teeming with life"`. */
export const examplesIn = (line: string): string[] => {
  const bar = line.indexOf(' | ');
  if (bar < 0) throw new Error(`A line of WordNet has another form: ${line.slice(0, 80)}`);
  return Array.from(line.slice(bar).matchAll(QUOTED), ([, example = '']) => example.trim());
};

/** Older speeches speak of other things in other words. */
const FIRST_YEAR = 1945;
const SENTENCE_GAP = /(?<=[.!?])\s+/;

/** Returns the sentences of the addresses to the Congress on the state of the union, in the order of time, each once. */
export const readSpeeches = (): string[] => {
  const folder = join(unpacked('speeches', join(CACHE, 'speeches/files')), 'data');
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.txt') && Number.parseInt(name, 10) >= FIRST_YEAR,
  );
  const sentences = files
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(SENTENCE_GAP));
  return [...new Set(sentences.map((sentence) => sentence.trim()))];
};

import type { Feature } from './features.ts';
import { hashOf } from './hash.ts';

const KATAKANA_WORD = /[\p{Script=Katakana}\u30FC]{2,}/gu;
const HIRAGANA = /\p{Script=Hiragana}/u;
const HIRAGANA_ONLY = /^\p{Script=Hiragana}+$/u;

const PAIR_SHARE = 1;
const TRIPLE_SHARE = 0.6;

/**
 * Returns the features of a run of CJK characters. Katakana words count whole, because they are borrowed words. Every
 * two and three neighbouring characters count too: they find 選挙 in 総選挙 without a dictionary. Hiragana alone weighs
 * little, because it is mostly grammar.
 */
export const cjkFeatures = (run: string): Feature[] => {
  const characters = Array.from(run);
  if (characters.length === 1) return [feature(`cjk ${run}`, weightOf(run))];
  return [
    ...Array.from(run.matchAll(KATAKANA_WORD), ([word]) => feature(`word ${word}`, 1)),
    ...neighbours(characters, 2, PAIR_SHARE),
    ...neighbours(characters, 3, TRIPLE_SHARE),
  ];
};

const neighbours = (characters: string[], size: number, share: number): Feature[] =>
  Array.from({ length: Math.max(0, characters.length - size + 1) }, (_, at) => {
    const gram = characters.slice(at, at + size).join('');
    return feature(`cjk ${gram}`, weightOf(gram) * share);
  });

const weightOf = (text: string) => (HIRAGANA_ONLY.test(text) ? 0.1 : HIRAGANA.test(text) ? 0.4 : 0.8);

const feature = (name: string, weight: number): Feature => ({ hash: hashOf(name), weight, is_topic: false });

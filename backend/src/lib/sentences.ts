const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Matches the end of a text that ends with an abbreviation, an initial or the day of a German date, behind which a sentence goes on.
 */
const ABBREVIATION =
  /(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Dr|Prof|St|Gen|Gov|Sen|Rep|Lt|Col|Sgt|Capt|Jr|Sr|vs|No|Inc|Corp|Co|Ltd|Jan|Feb|Aug|Sept|Oct|Nov|Dec|Nr|bzw|ca|\p{Lu}|(?<=\b(?:[Aa]m|[Bb]is|[Vv]om|[Zz]um|[Dd]er) )\d{1,2})\.\s*$/u;
/** In UTF-16 units, with the spaces behind it. */
const LONGEST_ABBREVIATION = 12;

const segmenters = new Map<string, Intl.Segmenter>();

/** Returns where each sentence of a text begins, and last where the text ends, in UTF-16 units. */
export const boundariesIn = (text: string): number[] => {
  const locale = KANA.test(text) ? 'ja' : 'en';
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'sentence' });
  segmenters.set(locale, segmenter);
  const starts: number[] = [];
  let before = '';
  for (const { index, segment } of segmenter.segment(text)) {
    if (!ABBREVIATION.test(before)) starts.push(index);
    before = segment.slice(-LONGEST_ABBREVIATION);
  }
  return [...starts, text.length];
};

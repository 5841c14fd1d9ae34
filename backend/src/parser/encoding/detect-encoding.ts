/** Number of bytes inspected: enough for a decision at a limited cost. */
const SAMPLE_BYTES = 65_536;

type Candidate = { label: string; score: (text: string) => number };

const share = (text: string, pattern: RegExp): number => {
  const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return foreign === 0 ? 0 : (text.match(pattern)?.length ?? 0) / foreign;
};

// Japanese text always contains kana; half-width katakana appear when text in another encoding is misread.
const japanese = (text: string): number =>
  share(text, /[\u3040-\u30ff\u3001\u3002]/g) * 2 +
  share(text, /[\u4e00-\u9fa5]/g) -
  share(text, /[\uff61-\uff9f]/g) * 2;

const commonHanzi =
  /[的一是不了在人有我他这個这中大来來上国國个到说說们們为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對可里後后小么麼新天]/g;

const chinese = (text: string): number =>
  share(text, /[\u4e00-\u9fa5\u3001\u3002\uff0c]/g) + share(text, commonHanzi) * 4;

const korean = (text: string): number => share(text, /[\uac00-\ud7a3]/g) * 1.6;

// Only letters inside Cyrillic words count, because a single Cyrillic letter in a Latin word is a misread accented
// letter. Lower case counts more than upper case, because KOI8-R and windows-1251 text misread as each other has
// swapped cases.
const russian = (text: string): number =>
  share(text, /(?<=[а-яё][а-яё])[а-яё]/gi) +
  share(text, /[а-яё]/g) * 0.8 +
  share(text, /[оеаинтсрвл]/g) * 0.4 -
  share(text, /[\u2500-\u259f]/g) * 3;

const MULTI_BYTE: Candidate[] = [
  { label: 'euc-jp', score: japanese },
  { label: 'shift_jis', score: japanese },
  { label: 'gb18030', score: chinese },
  { label: 'big5', score: chinese },
  { label: 'euc-kr', score: korean },
];

const SINGLE_BYTE: Candidate[] = [
  { label: 'windows-1251', score: russian },
  { label: 'koi8-r', score: russian },
];

const decodes = (label: string, bytes: Uint8Array): string | null => {
  try {
    // With `stream`, a character cut in two at the end of the sample is not an error.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
};

/**
 * Returns the most likely encoding of bytes that are not UTF-8 and have no declared encoding; windows-1252 if none is
 * likely enough, since it decodes everything.
 */
export const detectEncoding = (bytes: Uint8Array): string => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let best = { label: 'windows-1252', score: 1.2 };
  for (const candidate of [...MULTI_BYTE, ...SINGLE_BYTE]) {
    const text = decodes(candidate.label, sample);
    const score = text === null ? 0 : candidate.score(text);
    if (score > best.score) {
      best = { label: candidate.label, score };
    }
  }
  return best.label;
};

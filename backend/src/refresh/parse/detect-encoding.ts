/** Bytes looked at: enough to tell, and the cost stays bounded. */
const SAMPLE_BYTES = 65_536;

type Candidate = { label: string; score: (text: string) => number };

const share = (text: string, pattern: RegExp): number => {
  const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return foreign === 0 ? 0 : (text.match(pattern)?.length ?? 0) / foreign;
};

// Kana are what Japanese text cannot do without; half-width katakana are what other encodings turn into.
const japanese = (text: string): number =>
  share(text, /[\u3040-\u30ff\u3001\u3002]/g) * 2 +
  share(text, /[\u4e00-\u9fa5]/g) -
  share(text, /[\uff61-\uff9f]/g) * 2;

const commonHanzi =
  /[的一是不了在人有我他这個这中大来來上国國个到说說们們为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對可里後后小么麼新天]/g;

const chinese = (text: string): number =>
  share(text, /[\u4e00-\u9fa5\u3001\u3002\uff0c]/g) + share(text, commonHanzi) * 4;

const korean = (text: string): number => share(text, /[\uac00-\ud7a3]/g) * 1.6;

// Whole words are Cyrillic: a lone letter in a Latin word is an accented one, misread. Lower case outweighs upper case in
// prose; KOI8-R and windows-1251 read each other's with the cases swapped.
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
    // stream: a character cut in two at the sample's end is no error.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
};

/**
 * The likeliest encoding of bytes that are not UTF-8 and that nothing declares; windows-1252 where none stands
 * out, since it decodes everything.
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

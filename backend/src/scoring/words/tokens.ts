import { LONGEST_TOKEN } from '../../model/score/text-limit.ts';

/**
 * A token of a text, at [start, end) of it. A `run` is in a script without spaces between words, and has yet to be
 * divided into words. A `word` is anything else: letters and digits, or a name with a symbol (`C#`, `C++`, `.NET`).
 */
export type Token = {
  kind: 'word' | 'run';
  /** The text in NFKC, accents of Latin letters removed, case kept. */
  text: string;
  start: number;
  end: number;
  /**
   * The separator between the token before and this one: nothing but spaces or hyphens, a comma or the like, or the end
   * of a sentence.
   */
  gap: 'none' | 'comma' | 'sentence';
};

const RUN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\uFF70\u3005\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/** Empty groups tell what was found: a run, initials, or joined letters. Groups with names or text take twice the memory. */
const TOKEN = new RegExp(
  [
    `()[${RUN}]{1,${LONGEST_TOKEN * 4}}`,
    // U.S., J.R.R.
    String.raw`()(?<![\p{L}\p{N}])(?:\p{Lu}\.){2,8}(?![\p{L}\p{N}])`,
    // The initial of a name is no word: R. Kelly
    String.raw`(?<![\p{L}\p{N}.])\p{Lu}\.(?=\s\p{Lu})`,
    String.raw`\.(?:NET|Net|(?<=(?:^|[\s(]|asp|vb|ado)\.)net)(?![\p{L}\p{N}])`,
    String.raw`\p{L}[+#\uFF0B\uFF03]{1,2}(?![\p{L}\p{N}])`,
    // e-mail is email
    String.raw`()(?<![\p{L}\p{N}])[eE]-(?=\p{L})[\p{L}\p{N}\p{M}]{1,${LONGEST_TOKEN}}`,
    String.raw`(?:(?![${RUN}])[\p{L}\p{N}\p{M}]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])){1,${LONGEST_TOKEN}}`,
  ].join('|'),
  'gu',
);
const ENDING = /^['\u2019](?:[stdmSTDM]|\p{Ll}{2}|RE|VE|LL)$/u;
const APOSTROPHES: ReadonlySet<string> = new Set(["'", '\u2019']);
const SENTENCE_GAP = /[.!?\u2026]["'\u201D\u2019)\]]*\s|[\u3002\uFF01\uFF1F]|\n/u;
const COMMA_GAP = /[^\s\-\u2010-\u2015'\u2019"\u201C\u201D\u30FB&/\u300C\u300D.]/u;

/** Splits a text into tokens. A token of letters has at most 64 characters; a longer one becomes several. */
export const tokenise = (text: string): Token[] => {
  const tokens: Token[] = [];
  let before = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [found, run, initials, joined] = match;
    const start = match.index;
    if (isPathLetter(text, start, found)) continue;
    const between = text.slice(before, start);
    // A letter or two after an apostrophe belong to the word before: it's, we'll, and the French j'ai, which is no AI.
    if (before > 0 && APOSTROPHES.has(between) && ENDING.test(between + found)) {
      before = start + found.length;
      continue;
    }
    const isRun = run !== undefined;
    const text_ = initials !== undefined || joined !== undefined ? found.replaceAll(/[.-]/gu, '') : found;
    tokens.push({
      kind: isRun ? 'run' : 'word',
      text: isRun ? text_.normalize('NFKC') : folded(text_),
      start,
      end: start + found.length,
      gap: gapOf(between),
    });
    before = start + found.length;
  }
  return tokens;
};

/** Most separators are a single space. */
const gapOf = (between: string): Token['gap'] => {
  if (between === ' ') return 'none';
  return SENTENCE_GAP.test(between) ? 'sentence' : COMMA_GAP.test(between) ? 'comma' : 'none';
};

/** The r of "/r/movies" is a part of an address, not the language R. */
const isPathLetter = (text: string, start: number, found: string): boolean =>
  text[start - 1] === '/' && text[start + found.length] === '/' && /^\p{L}$/u.test(found);

const ASCII = /^[\x20-\x7E]*$/u;
const LATIN_MARKS = /(?<=\p{Script=Latin})\p{M}+/gu;
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'Ae',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  ı: 'i',
};

const folded = (word: string): string =>
  ASCII.test(word)
    ? word
    : word
        .normalize('NFKD')
        .replaceAll(LATIN_MARKS, '')
        .normalize('NFKC')
        .replaceAll(/[ßøØæÆłŁđı]/gu, (letter) => LETTERS[letter] ?? letter);

/** English words of grammar, which say nothing about a subject; and words that are common unless capitals make them a name. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also although am among an and any are aren as at be because been before being
  below between both but by can cannot could couldn did didn do does doesn doing don down during each either else etc
  even ever every few for from further get gets go got had hadn has hasn have haven having he her here hers herself him
  himself his how however i if in into is isn it its itself just ll let like may me might more most much must my myself
  neither no nor not now of off on once one only onto or other others our ours ourselves out over own per quite rather re
  s same shall she should shouldn since so some still such t than that the their theirs them themselves then there these
  they this those though through thus to too toward under until up upon us ve very via was wasn we were weren what when
  where whether which while who whom whose why will with within without won would wouldn yet you your yours yourself
  http https www com html href amp nbsp quot lt gt`.split(/\s+/u),
);

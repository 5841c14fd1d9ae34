import { FUNCTION_WORDS } from '../../scoring/words/tokens.ts';
import { fold } from './fold.ts';

/** Words of the list for scoring that tell a subject to whoever types them. */
const TELLING: ReadonlySet<string> = new Set(
  'http https www com html href amp nbsp quot lt gt us s t'.split(' '),
);
/** Further words of asking, and forms of words of the list. */
const ASKING: ReadonlySet<string> = new Set('going gets getting please want tell know'.split(' '));
const CONTRACTED = /^([a-z]+)'(?:s|t|m|d|re|ve|ll)$/u;
const EDGE = /[\p{P}\p{Z}]/u;

/** Returns the text without punctuation and spaces at its ends. */
const withoutEdges = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && EDGE.test(text.charAt(start))) start += 1;
  while (end > start && EDGE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/** Japanese words of grammar, and of asking, of three letters or more. Shorter ones in hiragana are taken for grammar too. */
const JAPANESE: ReadonlySet<string> = new Set(
  `について による によって により ために ための ときに として という といった とって なった なって なる ない なかった なければ
  ている ていた される された させる させた られる られた れる できる できた できない ください くださる ほしい ました ません
  ましょう でした でしょう ですか だった だろう である います ある あった いった いる おる したい したら すれば するには しない
  するな どうすれ どうした どうして どうやっ どうやって どうする なぜか どこで どこに どんな どのよう どれが いつから いつまで
  それ これ あれ その この あの そして しかし けれど けれども だけど だから ながら までに までの からの への より など だけ
  ばかり くらい ぐらい ほど かも かもしれ かもしれない らしい みたい みたいな ような ように ようと すること もの こと とき ところ
  くれる もらう もらって あげる しまう しまった おく みる はいけ いけない 何 誰 時 方 事 物`.split(/\s+/u),
);
const HIRAGANA = /^[\p{Script=Hiragana}\u30FC]+$/u;
const KATAKANA = /^[\p{Script=Katakana}\u30FC]+$/u;
const HAN = /^[\p{Script=Han}\u3005]+$/u;
const ENDS_IN_HIRAGANA = /\p{Script=Hiragana}$/u;
const WORD = /[\p{L}\p{N}]/u;
/** Letters that are particles when they stand alone. Any other one after Han is the ending of its word: 食べ, 思い. */
const PARTICLES = /^[のはがをにでとへもやかなよねばてぞさ]$/u;

/** Checks whether a word that was typed is one of grammar: what, is, the, don't, について. */
export const isFunctionWord = (typed: string): boolean => {
  const word = withoutEdges(fold(typed));
  const bare = CONTRACTED.exec(word)?.[1] ?? word;
  const isEnglish = (FUNCTION_WORDS.has(bare) && !TELLING.has(bare)) || ASKING.has(bare);
  return isEnglish || JAPANESE.has(word) || PARTICLES.test(word);
};

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

const isGrammar = (word: string): boolean => JAPANESE.has(word) || (HIRAGANA.test(word) && word.length <= 2);

/** Returns the words of a text without spaces, by the dictionary of the runtime; katakana stay together. */
const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = words.at(-1) ?? '';
    const isEnding =
      HAN.test(last) && HIRAGANA.test(segment) && segment.length === 1 && !PARTICLES.test(segment);
    const isOneName = KATAKANA.test(last) && KATAKANA.test(segment);
    const isPolite = /^[おご]$/u.test(last) && HAN.test(segment);
    if (isEnding || isOneName || isPolite) words[words.length - 1] = `${last}${segment}`;
    else words.push(segment);
  }
  return words;
};

/** Scripts whose texts have words of grammar written together with others. */
const JAPANESE_SENTENCE = /\p{Script=Hiragana}/u;

/**
 * Returns what a Japanese sentence is about: its stretches between words of grammar, as 京都, 美味しい, ラーメン of
 * 京都の美味しいラーメンは. Null for a text that has no word of grammar, or nothing else.
 */
export const stretchesOf = (typed: string): string[] | null => {
  const text = typed.normalize('NFKC');
  if (!JAPANESE_SENTENCE.test(text)) return null;
  const words = wordsOf(text);
  if (!words.some(isGrammar)) return null;
  const stretches: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isTelling = WORD.test(word) && !isGrammar(word);
    // 怖い映画 are two words, 人工知能 is one.
    if (isTelling && isOpen && !ENDS_IN_HIRAGANA.test(stretches.at(-1) ?? ''))
      stretches.push(`${stretches.pop() ?? ''}${word}`);
    else if (isTelling) stretches.push(word);
    isOpen = isTelling;
  }
  return stretches.length === 0 ? null : stretches;
};

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns the words that a word is made of, which it is looked for by where it is found nowhere; none if it is a single one. */
export const partsOf = (typed: string): string[] => {
  const parts = typed
    .normalize('NFKC')
    .split(/[-\u2010-\u2015\s]+/u)
    .flatMap((part) => (UNSPACED.test(part) ? wordsOf(part) : [part]))
    .filter((part) => WORD.test(part) && !isGrammar(part) && !isFunctionWord(part));
  return parts.length > 1 ? [...new Set(parts)] : [];
};

import { type Word, wordsOf } from '../scoring/words/words.ts';

/** A phrase that several texts share. */
export type Phrase = {
  /** As it is written in the first text that has it. */
  text: string;
  /** The base forms of its words, by which it is compared. */
  key: string;
  /** The texts that have it, by their number. */
  texts: number[];
  /** The weight by which it tells a subject, from 0 to 1: the mean of its words. */
  rarity: number;
  /** True if it has a capital wherever it stands, as names have. */
  is_name: boolean;
};

const LONGEST = 3;
/** The least that a word alone must say: words of rank 1,200 say 0.5. */
const RARE_WORD = 0.6;
/** The same of an English word that is written small, which is less often a subject: of rank 4,700. */
const RARE_SMALL_WORD = 0.75;
/** By how much a phrase of several words, and a name, goes before a word. */
const PREFERRED = { phrase: 1.5, name: 1.25 };
const RARE_PHRASE = 0.45;
/** A part of a phrase is left out if at least this share of its texts has the whole phrase. */
const MOSTLY = 0.6;

/** Returns the key by which two keywords count as the same: base forms, without spaces and hyphens, kana alike. */
export const keyOf = (text: string): string =>
  keyOfWords(wordsOf(text.normalize('NFKC').replaceAll(/["“”]/gu, '')));

const keyOfWords = (words: readonly Word[]): string =>
  words
    .map(({ key }) => key.toLowerCase())
    .join('')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    // Hiragana as katakana.
    .replaceAll(/[ぁ-ゖ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60));

/**
 * Returns words and phrases that at least `least` of the texts share and that are rare in general, the most telling
 * first.
 */
export const commonPhrases = (texts: readonly string[], least: number): Phrase[] => {
  const found = new Map<string, Phrase>();
  texts.forEach((raw, number) => {
    const text = raw.normalize('NFKC');
    const words = wordsOf(text);
    for (let from = 0; from < words.length; from += 1)
      for (let length = 1; length <= LONGEST; length += 1)
        addPhrase(found, text, words.slice(from, from + length), length, number);
  });
  const common = [...found.values()].filter((phrase) => phrase.texts.length >= least && isRare(phrase));
  return common
    .filter((part) => !common.some((whole) => isMostlyIn(part, whole)))
    .toSorted((a, b) => worth(b) - worth(a) || (a.key < b.key ? -1 : 1));
};

const addPhrase = (
  found: Map<string, Phrase>,
  text: string,
  words: readonly Word[],
  length: number,
  number: number,
): void => {
  const [first] = words;
  const last = words.at(-1);
  if (words.length < length || first === undefined || last === undefined) return;
  if (first.is_grammar || last.is_grammar || words.slice(1).some(({ gap }) => gap !== 'none')) return;
  if (namesNoInterest(text, words)) return;
  const written = text.slice(first.start, last.end);
  const telling = words.filter(({ is_grammar }) => !is_grammar);
  const rarity = telling.reduce((sum, { idf }) => sum + idf, 0) / telling.length;
  if (rarity < (length === 1 ? RARE_WORD : RARE_PHRASE) || !isWorded(written)) return;
  const key = keyOfWords(words);
  const known = found.get(key) ?? { text: written, key, texts: [], rarity, is_name: true };
  known.is_name &&= /\p{Lu}/u.test(written);
  if (known.texts.at(-1) !== number) known.texts.push(number);
  found.set(key, known);
};

/** A word of Latin letters that is somewhere written small has to be rarer than a name. */
const isRare = ({ text, rarity, is_name }: Phrase): boolean =>
  is_name || text.includes(' ') || !/\p{Script=Latin}/u.test(text) || rarity >= RARE_SMALL_WORD;

/** A keyword has a letter and at least two characters. */
const isWorded = (text: string): boolean => text.length >= 2 && text.length <= 60 && /\p{L}{2}/u.test(text);

const isMostlyIn = (part: Phrase, whole: Phrase): boolean =>
  part.key !== whole.key && whole.key.includes(part.key) && whole.texts.length >= MOSTLY * part.texts.length;

const worth = ({ texts, rarity, text, is_name }: Phrase): number =>
  texts.length * rarity * (text.includes(' ') ? PREFERRED.phrase : 1) * (is_name ? PREFERRED.name : 1);

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

/** Words that are rare enough to be suggested but name no interest, in lower case; English ones in their base form. */
const NO_INTERESTS = listed(`
  wmv mpg mpeg avi mov mp3 mp4 flv wav pdf jpg jpeg png gif svg doc docx xls xlsx ppt zip exe txt url
  ain gonna gotta wanna cannot ll ve re
  hey hi hello oh ah wow yeah yes yep nope ok okay please thanks thank sorry lol omg huh hmm ugh bye welcome congrats
  tonight today tomorrow yesterday tonite morning evening weekend soon later lately recently currently already always never
  often sometimes finally again early late daily weekly monthly yearly annual monday tuesday wednesday thursday friday
  saturday sunday january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  announce arrive ask avoid beat become begin believe bring build buy call care catch change check choose claim come
  confirm create cut decide delay die discover drop eat edit enjoy explain explore face fail fall feel fight find fix follow
  forget fun give grab grow happen hate hear help hide hire hit hope improve join keep kick kill know launch lead learn leave
  listen live look lose love make mean meet miss move need offer open pay pick plan play post prepare pull push put quit
  raise reach read release remember remove reveal review run save say see seek seem sell send set share shop show shut sit
  sleep speak spend stand start stay stop suffer take talk tease teach tell think throw touch tour try turn tweet update
  upgrade urge use visit vote vs wait wake walk want warn watch wear win wish work worry write
  awesome amazing bad best better big biggest cheap cool easy epic exclusive faster favorite favourite free full good great
  happy hot huge latest little massive new nice old official possible pretty quick ready real right simple slow special
  stunning top ultimate unique viral weird worst
  article blog comment comments ep episode faq feed guide headline intro link newsletter notes page part photo photos
  podcast quiz recap roundup search stuff thing thread tip tips title trailer trick vid video videos vol volume
  der die das und mit von den dem des ein eine einen für fur ist im zu zum zur auf nicht wie was bei nach sich auch aus uber
  le la les un une du de des et en dans pour sur avec est qui que pas plus ce au aux par son ses
  el los las una unos para por con sin del al es se su como mas pero y il lo gli che di da per non sono nel della sup
  het een van voor niet met op em os
  チェック ニュース プレゼント サイト 発表 話題 登場 紹介 開始 終了 対応 搭載 発売 特集 公開 更新 追加 提供 決定 実施
  販売 便利 最新 無料 人気 注目 今回 今日 明日 昨日 今夜 今週 今月 今年 昨年 来年 毎日 毎週 可能 必要 簡単 方法 理由
  情報 記事 動画 写真 速報 一覧 新着 予定 参加 開催 募集 利用 使用 結果 問題 世界 日本 企業 検討 強化 判明 拡大
  売れ筋 売れ筋チェック まとめ おすすめ
`);

/** Names of folders that sort feeds by anything but their subject. Others of one word may be subjects: "Design". */
const FOLDER_NAMES = listed(`
  news blog blogs feed feeds misc miscellaneous other others general various uncategorized uncategorised unsorted default
  inbox favorites favourites favorite favourite friend friends people important must later archive old new test daily
  local international website websites
  ブログ フィード その他 未分類 一般 全般 重要 友人 個人 海外 国内
  お気に入り あとで読む
`);

/** Languages: a folder that is named by one alone holds feeds in it. */
const LANGUAGES = listed(`
  japanese english german french spanish italian chinese korean portuguese russian dutch
  日本語 英語 中国語 韓国語 ドイツ語 フランス語 スペイン語 イタリア語 ロシア語 ポルトガル語
`);

/** Joins names within a phrase: "Bank of England". */
const JOINING = listed('of and the de の');

const spelling = (text: string, { start, end }: Word): string => text.slice(start, end).toLowerCase();

const isListed = (words: ReadonlySet<string>, text: string, word: Word): boolean =>
  words.has(spelling(text, word)) || words.has(word.key.toLowerCase());

/**
 * Returns true if a word or phrase of a text cannot name an interest: it has the ending of a file, a part of a contraction,
 * an interjection, an everyday word, or a word of grammar other than those that join names.
 */
const namesNoInterest = (text: string, words: readonly Word[]): boolean =>
  words.some(
    (word) =>
      (word.is_grammar && !JOINING.has(spelling(text, word))) ||
      isListed(NO_INTERESTS, text, word) ||
      /[\p{L}\p{N}]\.$/u.test(text.slice(Math.max(0, word.start - 2), word.start)) ||
      /^['\u2019](?:t|re|ve|ll|d|m)(?!\p{L})/iu.test(text.slice(word.end, word.end + 4)),
  );

/** Returns true if the name of a folder is a subject: "Machine learning", not "News", 日本語 or その他. */
export const isSubject = (name: string): boolean => {
  const text = name.normalize('NFKC').trim();
  if (FOLDER_NAMES.has(text.toLowerCase()) || LANGUAGES.has(text.toLowerCase())) return false;
  const telling = wordsOf(text).filter(
    (word) => !word.is_grammar && !isListed(FOLDER_NAMES, text, word) && !isListed(NO_INTERESTS, text, word),
  );
  // A language with another word is a subject: "Japanese history".
  const isLanguage = telling.length === 1 && telling.some((word) => isListed(LANGUAGES, text, word));
  return !isLanguage && (telling.length > 1 || telling.some(({ idf }) => idf >= 0.5));
};

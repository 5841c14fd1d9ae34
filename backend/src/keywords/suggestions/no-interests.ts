import type { Word, WordsOf } from '../../scoring/lexical/words.ts';

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
export const namesNoInterest = (text: string, words: readonly Word[]): boolean =>
  words.some(
    (word) =>
      (word.is_grammar && !JOINING.has(spelling(text, word))) ||
      isListed(NO_INTERESTS, text, word) ||
      /[\p{L}\p{N}]\.$/u.test(text.slice(Math.max(0, word.start - 2), word.start)) ||
      /^['\u2019](?:t|re|ve|ll|d|m)(?!\p{L})/iu.test(text.slice(word.end, word.end + 4)),
  );

/** Returns true if the name of a folder is a subject: "Machine learning", not "News", 日本語 or その他. */
export const isSubject = (name: string, wordsOf: WordsOf): boolean => {
  const text = name.normalize('NFKC').trim();
  if (FOLDER_NAMES.has(text.toLowerCase()) || LANGUAGES.has(text.toLowerCase())) return false;
  const telling = wordsOf(text).filter(
    (word) => !word.is_grammar && !isListed(FOLDER_NAMES, text, word) && !isListed(NO_INTERESTS, text, word),
  );
  // A language with another word is a subject: "Japanese history".
  const isLanguage = telling.length === 1 && telling.some((word) => isListed(LANGUAGES, text, word));
  return !isLanguage && (telling.length > 1 || telling.some(({ idf }) => idf >= 0.5));
};

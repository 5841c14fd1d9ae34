/** Queries of readers. Each is measured letter by letter, as it is typed. */
export const TYPED = [
  'apple',
  'climate change',
  'running',
  '"open source"',
  'node.js release',
  'google privacy policy',
  'title:iphone',
  'security -microsoft',
  'linux OR windows',
  'is:unread python',
  'video game review',
  '映画',
  'スマートフォン',
  '京都 観光',
  'アプリ 無料',
  '女性 仕事',
  '日本代表',
];

/** Japanese queries to look at: words of two characters, of one script inside others, compounds, mixed scripts. */
export const JAPANESE = [
  '映画',
  '京都',
  '政府',
  '女性',
  '恋愛',
  '野球',
  'ラン',
  'アプリ',
  'スマートフォン',
  'ビール',
  'お弁当',
  '日本代表',
  '就職活動',
  'サッカー',
  'Android',
  'デジタル一眼',
  '韓国',
  '独女',
  'ゴルフ',
  '新商品',
];

/** The beginnings of a text as it is typed. */
export const typedLetters = (text: string): string[] =>
  Array.from(text, (_, at) =>
    Array.from(text)
      .slice(0, at + 1)
      .join(''),
  );

import type { Texts } from '../../languages.ts';
import { wholeNumber } from '../../counted.ts';

const en = {
  title: 'Go anywhere, do anything',
  placeholder: 'A feed, a folder, a page, or what you want to do',
  results: 'What there is',
  none: (q: string): string => `Nothing is called “${q}”. Try other words.`,
  kinds: { feed: 'Feed', folder: 'Folder', search: 'Saved search', page: 'Page', action: 'Action' },
  markAll: 'Mark this list read',
  markSide: {
    above: (n: number | null): string =>
      `Mark ${n === null ? 'all' : `the ${wholeNumber(n)}`} above this article read`,
    below: (n: number | null): string =>
      `Mark ${n === null ? 'all' : `the ${wholeNumber(n)}`} below this article read`,
  },
  look: (name: string): string => `View: ${name}`,
  theme: (name: string): string => `Appearance: ${name}`,
  language: (name: string): string => `Language: ${name}`,
  settings: (section: string): string => `Settings: ${section}`,
  newCrawl: 'New crawl',
  articles: { beside: 'Open articles beside the list', in_place: 'Open articles in their place' },
};

const ja: typeof en = {
  title: '移動と操作',
  placeholder: 'フィード、フォルダ、ページ、または操作',
  results: '候補',
  none: (q) => `「${q}」に当てはまるものがありません。ほかの言葉をお試しください。`,
  kinds: {
    feed: 'フィード',
    folder: 'フォルダ',
    search: '保存した検索',
    page: 'ページ',
    action: '操作',
  },
  markAll: 'この一覧をすべて既読にする',
  markSide: {
    above: (n) => `この記事より上の${n === null ? 'すべて' : ` ${wholeNumber(n)} 件`}を既読にする`,
    below: (n) => `この記事より下の${n === null ? 'すべて' : ` ${wholeNumber(n)} 件`}を既読にする`,
  },
  look: (name) => `表示形式: ${name}`,
  theme: (name) => `外観: ${name}`,
  language: (name) => `言語: ${name}`,
  settings: (section) => `設定: ${section}`,
  newCrawl: '新しいクロール',
  articles: { beside: '記事を一覧の横に開く', in_place: '記事を一覧の中に開く' },
};

export const paletteTexts: Texts<typeof en> = { en, ja };

import type { RuleCondition, RuleLanguage } from '@omomi/backend/contract';
import { counted, wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

type Field = RuleCondition['field'];

const fieldsEn: Record<Field, string> = {
  title: 'Title',
  text: 'Title or text',
  author: 'Author',
  category: 'Category',
  feed: 'Feed',
  folder: 'Folder',
  language: 'Language',
  length: 'Reading time',
};

const languagesEn: Record<RuleLanguage, string> = {
  en: 'English',
  ja: 'Japanese',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
  zh: 'Chinese',
  ko: 'Korean',
  ru: 'Russian',
};

const en = {
  title: 'Rules',
  intro: 'What happens by itself to articles as they arrive. Rules are asked from top to bottom.',
  loadFailed: 'The rules could not be loaded.',
  empty: 'No rules yet. A rule can mute what you never want to see, or save what you never want to miss.',
  add: 'Add rule',
  edit: (name: string): string => `Edit ${name}`,
  remove: (name: string): string => `Delete ${name}`,
  removed: (name: string): string => `Deleted “${name}”.`,
  active: (name: string): string => `Use ${name}`,
  up: (name: string): string => `Move ${name} up`,
  down: (name: string): string => `Move ${name} down`,
  apply: 'Apply now',
  applyOf: (name: string): string => `Apply now: ${name}, to the articles that are here`,
  applying: 'The rule is being applied to the articles that are here.',
  matched: (n: number): string => (n === 0 ? 'nothing yet' : counted(n, 'article so far', 'articles so far')),
  newTitle: 'New rule',
  editTitle: 'Edit rule',
  name: 'Name',
  when: 'If all of this holds',
  effect: 'Then',
  fields: fieldsEn,
  languages: languagesEn,
  fieldOf: (n: number): string => `Field of condition ${n}`,
  howOf: (n: number): string => `How condition ${n} compares`,
  valuesOf: (n: number): string => `Values of condition ${n}`,
  /** How a text is compared, and how a chosen value or a length is. */
  verbs: { has: 'has', hasNot: 'has not', is: 'is', isNot: 'is not' },
  patternHint:
    'One on each line; any of them is enough. Words must all occur, “in quotes” exactly so; * stands for any letters, ? for one.',
  atLeast: 'At least (minutes)',
  atMost: 'At most (minutes)',
  addCondition: 'Add condition',
  removeCondition: (n: number): string => `Remove condition ${n}`,
  noFolders: 'You have no folders.',
  mute: 'Mute: it does not appear',
  save: 'Save it',
  read: 'Mark it read',
  factor: 'Weigh its score',
  factorOf: (factor: number | null): string =>
    factor === null ? 'as it is' : factor === 0 ? 'times 0 (to the end)' : `times ${factor}`,
  tags: 'Tags',
  tagsHint: 'At most three, separated by commas, of at most 12 characters.',
  stops: 'Do not ask the rules below about it',
  submit: 'Save rule',
  previewing: 'Looking at the articles of the last 7 days…',
  preview: (matched: number, lookedAt: number): string =>
    `Would have matched ${wholeNumber(matched)} of ${counted(lookedAt, 'article', 'articles')} of the last 7 days`,
  previewLatest: (matched: number, lookedAt: number): string =>
    `Would have matched ${wholeNumber(matched)} of the latest ${counted(lookedAt, 'article', 'articles')}`,
  effects: {
    mute: 'muted',
    save: 'saved',
    read: 'marked read',
    factor: (factor: number): string => `score × ${factor}`,
    tags: (tags: string): string => `tagged ${tags}`,
  },
  /** `isText`: whether the values are looked for in a text. */
  condition: (field: string, isNot: boolean, values: string, isText: boolean): string => {
    const verb = isText ? { plain: 'has', not: 'has not' } : { plain: 'is', not: 'is not' };
    return `${field} ${isNot ? verb.not : verb.plain} ${values}`;
  },
  or: ' or ',
  and: ' and ',
  minutes: (least: number | null, most: number | null): string =>
    [
      ...(least === null ? [] : [`${least} min or more`]),
      ...(most === null ? [] : [`${most} min or less`]),
    ].join(', '),
};

const ja: typeof en = {
  title: 'ルール',
  intro: '届いた記事を自動で処理します。上のルールから順に調べます。',
  loadFailed: 'ルールを読み込めませんでした。',
  empty: 'ルールはまだありません。見たくない記事を隠したり、逃したくない記事を保存したりできます。',
  add: 'ルールを追加',
  edit: (name) => `「${name}」を編集`,
  remove: (name) => `「${name}」を削除`,
  removed: (name) => `「${name}」を削除しました。`,
  active: (name) => `「${name}」を使う`,
  up: (name) => `「${name}」を上へ`,
  down: (name) => `「${name}」を下へ`,
  apply: '今すぐ適用',
  applyOf: (name) => `今すぐ適用: 今ある記事に「${name}」`,
  applying: '今ある記事にルールを適用しています。',
  matched: (n) => (n === 0 ? '該当なし' : `これまでに${wholeNumber(n)}件`),
  newTitle: '新しいルール',
  editTitle: 'ルールを編集',
  name: '名前',
  when: '次のすべてに当てはまるとき',
  effect: 'すること',
  fields: {
    title: 'タイトル',
    text: 'タイトルか本文',
    author: '著者',
    category: 'カテゴリー',
    feed: 'フィード',
    folder: 'フォルダー',
    language: '言語',
    length: '読む時間',
  },
  languages: {
    en: '英語',
    ja: '日本語',
    de: 'ドイツ語',
    fr: 'フランス語',
    es: 'スペイン語',
    it: 'イタリア語',
    pt: 'ポルトガル語',
    nl: 'オランダ語',
    zh: '中国語',
    ko: '韓国語',
    ru: 'ロシア語',
  },
  fieldOf: (n) => `条件${n}の項目`,
  howOf: (n) => `条件${n}の比べ方`,
  valuesOf: (n) => `条件${n}の値`,
  verbs: { has: '含む', hasNot: '含まない', is: 'である', isNot: 'でない' },
  patternHint:
    '1行に1つ書き、どれか1つに合えば該当します。語はすべて必要で、"引用符"の中はそのままの並びです。* は任意の文字列、? は1文字です。',
  atLeast: '最短(分)',
  atMost: '最長(分)',
  addCondition: '条件を追加',
  removeCondition: (n) => `条件${n}を削除`,
  noFolders: 'フォルダーはありません。',
  mute: '隠す(一覧に出ません)',
  save: '保存する',
  read: '既読にする',
  factor: 'スコアの倍率',
  factorOf: (factor) => (factor === null ? 'そのまま' : factor === 0 ? '0倍(いちばん下へ)' : `${factor}倍`),
  tags: 'タグ',
  tagsHint: '3つまで。コンマで区切り、それぞれ12文字までです。',
  stops: 'これより下のルールは調べない',
  submit: 'ルールを保存',
  previewing: 'この7日間の記事を調べています…',
  preview: (matched, lookedAt) =>
    `この7日間の${wholeNumber(lookedAt)}件のうち${wholeNumber(matched)}件が該当`,
  previewLatest: (matched, lookedAt) =>
    `最新の${wholeNumber(lookedAt)}件のうち${wholeNumber(matched)}件が該当`,
  effects: {
    mute: '隠す',
    save: '保存',
    read: '既読',
    factor: (factor) => `スコア×${factor}`,
    tags: (tags) => `タグ ${tags}`,
  },
  condition: (field, isNot, values, isText) =>
    isText
      ? `${field}に${values}を${isNot ? '含まない' : '含む'}`
      : `${field}が${values}${isNot ? 'ではない' : ''}`,
  or: 'または',
  and: '、かつ',
  minutes: (least, most) =>
    [...(least === null ? [] : [`${least}分以上`]), ...(most === null ? [] : [`${most}分以下`])].join('、'),
};

export const rulesTexts = { en, ja } satisfies Texts<typeof en>;
export type RulesTexts = typeof en;

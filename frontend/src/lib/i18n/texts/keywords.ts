import type { Texts } from '../languages.ts';

const en = {
  keywords: {
    title: 'Keywords',
    intro: 'What should rise to the top? The heavier a keyword, the more a matching article gains.',
    text: 'Keyword',
    weight: 'Weight',
    active: 'On',
    placeholder: 'A topic, a name, a few words',
    addSubmit: 'Add keyword',
    weightOf: (text: string): string => `Weight of ${text}`,
    exactWeightOf: (text: string): string => `Exact weight of ${text}`,
    activeOf: (text: string): string => `Use ${text}`,
    delete: (text: string): string => `Delete ${text}`,
    deleted: (text: string): string => `Deleted “${text}”.`,
    empty: 'No keywords yet. Start with two or three.',
    loadFailed: 'The keywords could not be loaded.',
    tableLabel: 'Your keywords',
    ranked: 'The list is ranked by your keywords as they are now.',
    weightRange: 'A weight lies between 0.1 and 10.',
    less: 'Less of this',
    lessOf: (text: string): string => `Show less of ${text}`,
    lessHint: 'Articles that speak of it sink instead of rising.',
    liked: 'Like what you saved',
    learn: 'Learn from what I save and read',
    learnHint:
      'Articles that resemble the ones you saved, or read to the end, rise too, and the list says so. Switched off, what was learned is forgotten.',
    preview: 'What would move among your last articles',
    previewNone: 'None of your last 200 articles speaks of it.',
    moved: (before: number, after: number): string => `from place ${before} to place ${after}`,
  },
};

const ja: typeof en = {
  keywords: {
    title: 'キーワード',
    intro: '上に並べたい話題を登録します。重みが大きいほど、合う記事のスコアが上がります。',
    text: 'キーワード',
    weight: '重み',
    active: '使用',
    placeholder: '話題、名前、短い言葉など',
    addSubmit: 'キーワードを追加',
    weightOf: (text) => `「${text}」の重み`,
    exactWeightOf: (text) => `「${text}」の重み(数値)`,
    activeOf: (text) => `「${text}」を使う`,
    delete: (text) => `「${text}」を削除`,
    deleted: (text) => `「${text}」を削除しました。`,
    empty: 'キーワードはまだありません。まずは二つか三つから。',
    loadFailed: 'キーワードを読み込めませんでした。',
    tableLabel: '登録したキーワード',
    ranked: '一覧は現在のキーワードで並んでいます。',
    weightRange: '重みは 0.1 から 10 までです。',
    less: '減らす',
    lessOf: (text) => `「${text}」を減らす`,
    lessHint: 'この話題の記事は、上がる代わりに下がります。',
    liked: '保存した記事に近い',
    learn: '保存した記事と読んだ記事から学ぶ',
    learnHint:
      '保存した記事や最後まで読んだ記事に似た記事も上がり、その理由が表示されます。オフにすると、学んだことは消えます。',
    preview: '最近の記事の順位はこう変わります',
    previewNone: '最近の 200 件に、この話題の記事はありません。',
    moved: (before, after) => `${before} 位から ${after} 位へ`,
  },
};

export const keywordsTexts: Texts<typeof en> = { en, ja };

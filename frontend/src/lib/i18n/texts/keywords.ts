import type { Learned } from '@omomi/backend/contract';
import { counted } from '../counted.ts';
import type { Texts } from '../languages.ts';

type LearnedCounts = Pick<Learned, 'up' | 'down' | 'saved' | 'read_through' | 'opened' | 'passed'>;

const en = {
  intro: 'What should rise to the top? The heavier a keyword, the more a matching article gains.',
  text: 'Keyword',
  weight: 'Weight',
  active: 'On',
  placeholder: 'A topic, a name, a few words',
  addSubmit: 'Add keyword',
  weightOf: (text: string): string => `Weight of ${text}`,
  exactWeightOf: (text: string): string => `Exact weight of ${text}`,
  activeOf: (text: string): string => `Use ${text}`,
  deleteColumn: 'Delete',
  delete: (text: string): string => `Delete ${text}`,
  deleted: (text: string): string => `Deleted “${text}”.`,
  empty: 'No keywords yet. Start with two or three.',
  loadFailed: 'The keywords could not be loaded.',
  tableLabel: 'Your keywords',
  ranked: 'The list is ranked by your keywords as they are now.',
  weightRange: 'A weight lies between 0.1 and 10.',
  pending: 'Does not count yet: the scoring model does not answer.',
  pendingHint:
    'The keyword is saved. It counts as soon as the model answers again, without you doing anything.',
  less: 'Less of this',
  lessOf: (text: string): string => `Show less of ${text}`,
  lessHint: 'Articles that speak of it sink instead of rising.',
  learn: 'Learn from what I save, like and read',
  learnHint:
    'Articles that resemble the ones you saved, liked or read to the end rise, those like what you disliked sink, and the list says so. Nobody else sees it. Switched off, what was learned is forgotten at once.',
  learnedNothing: 'Nothing is learned yet: save, like or read articles.',
  learnedFrom: ({ up, down, saved, read_through, opened, passed }: LearnedCounts): string =>
    `Learned from ${up} liked, ${down} disliked, ${saved} saved, ${read_through} read to the end, ${opened} opened and ${passed} passed by.`,
  learnedSoon:
    'It is not in use yet: that takes one article that you liked, disliked, saved or read to the end, five others, and about five minutes.',
  forget: 'Forget what was learned',
  forgotten: 'Forgotten. The list follows in a moment.',
  suggested: 'From what you read',
  suggestedBy: {
    liked: (n: number): string => `in ${counted(n, 'title', 'titles')} that you saved or liked`,
    folder: (): string => 'the name of one of your folders',
    listed: (n: number): string => `in ${n} of your latest titles`,
  },
  add: 'Add',
  addOf: (text: string): string => `Add ${text}`,
  addedOf: (text: string): string => `Added ${text}`,
  suggestedNone: 'No suggestions from your titles yet.',
  same: (drop: string, keep: string): string => `“${drop}” is the same as “${keep}”.`,
  merge: 'Merge',
  broad: (text: string, percent: number): string =>
    `“${text}” matches ${percent} % of your articles. A narrower keyword tells more.`,
  preview: (n: number): string => `${n} of your last articles would move`,
  previewing: 'Looking through your last articles …',
  previewStays: 'With this weight every article keeps its place.',
  previewNone: 'None of your last 200 articles speaks of it.',
  moved: (before: number, after: number): string => `from place ${before} to place ${after}`,
  scored: (before: string, after: string): string => `score ${before} to ${after}`,
  shares: 'What you read last week',
  sharesOf: (read: number): string =>
    read === 1
      ? 'How much of the one article that you read or marked as read in the last seven days is about each keyword. It can be about several.'
      : `How much of the ${counted(read, 'article', 'articles')} that you read or marked as read in the last seven days is about each keyword. One article can be about several.`,
  sharesNone: 'You read nothing in the last seven days.',
  sharesFailed: 'What you read last week could not be counted.',
  share: (n: number, percent: number): string => `${counted(n, 'article', 'articles')} · ${percent} %`,
};

const ja: typeof en = {
  intro: '上に並べたい話題を登録します。重みが大きいほど、合う記事のスコアが上がります。',
  text: 'キーワード',
  weight: '重み',
  active: '使用',
  placeholder: '話題、名前、短い言葉など',
  addSubmit: 'キーワードを追加',
  weightOf: (text) => `「${text}」の重み`,
  exactWeightOf: (text) => `「${text}」の重み(数値)`,
  activeOf: (text) => `「${text}」を使う`,
  deleteColumn: '削除',
  delete: (text) => `「${text}」を削除`,
  deleted: (text) => `「${text}」を削除しました。`,
  empty: 'キーワードはまだありません。まずは二つか三つから。',
  loadFailed: 'キーワードを読み込めませんでした。',
  tableLabel: '登録したキーワード',
  ranked: '一覧は現在のキーワードで並んでいます。',
  weightRange: '重みは 0.1 から 10 までです。',
  pending: 'まだ反映されていません。評価モデルが応答していません。',
  pendingHint: 'キーワードは保存されています。モデルが応答すると自動で反映されます。',
  less: '減らす',
  lessOf: (text) => `「${text}」を減らす`,
  lessHint: 'この話題の記事は、上がる代わりに下がります。',
  learn: '保存・評価・閲覧から学ぶ',
  learnHint:
    '保存した記事、評価した記事、最後まで読んだ記事に似た記事が上がり、減らしたい記事に似た記事は下がります。理由も表示されます。ほかの人には見えません。オフにすると、学んだことはすぐに消えます。',
  learnedNothing: 'まだ何も学んでいません。記事を保存、評価、または最後まで読むと学びます。',
  learnedFrom: ({ up, down, saved, read_through, opened, passed }) =>
    `学んだ記事: もっと見たい ${up} 件、減らしたい ${down} 件、保存 ${saved} 件、最後まで読んだ ${read_through} 件、開いた ${opened} 件、開かなかった ${passed} 件。`,
  learnedSoon:
    'まだ使われていません。評価、保存、または最後まで読んだ記事が一件、ほかの記事が五件、それに五分ほどの時間が必要です。',
  forget: '学んだことを忘れる',
  forgotten: '忘れました。一覧にはまもなく反映されます。',
  suggested: '読んでいる記事からの候補',
  suggestedBy: {
    liked: (n) => `保存・評価した記事の見出し ${n} 件にあります`,
    folder: () => 'フォルダーの名前です',
    listed: (n) => `最近の見出し ${n} 件にあります`,
  },
  add: '追加',
  addOf: (text) => `「${text}」を追加`,
  addedOf: (text) => `「${text}」を追加しました`,
  suggestedNone: '見出しからの候補はまだありません。',
  same: (drop, keep) => `「${drop}」は「${keep}」と同じです。`,
  merge: 'まとめる',
  broad: (text, percent) =>
    `「${text}」は記事の ${percent} % に当てはまります。もっと狭い言葉のほうが役立ちます。`,
  preview: (n) => `最近の記事のうち ${n} 件の順位が変わります`,
  previewing: '最近の記事を調べています…',
  previewStays: 'この重みでは、どの記事の順位も変わりません。',
  previewNone: '最近の 200 件に、この話題の記事はありません。',
  moved: (before, after) => `${before} 位から ${after} 位へ`,
  scored: (before, after) => `スコア ${before} から ${after} へ`,
  shares: 'この一週間に読んだもの',
  sharesOf: (read) =>
    `この七日間に読んだ、または既読にした記事 ${read} 件のうち、各キーワードの記事の割合です。一つの記事が複数のキーワードに当てはまることもあります。`,
  sharesNone: 'この七日間に読んだ記事はありません。',
  sharesFailed: 'この一週間に読んだものを数えられませんでした。',
  share: (n, percent) => `${n} 件 · ${percent} %`,
};

export const keywordsTexts: Texts<typeof en> = { en, ja };

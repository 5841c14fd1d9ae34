import { counted, wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

const en = {
  missing: (n: number): string =>
    `${counted(n, 'older article', 'older articles')} of this feed ${n === 1 ? 'is' : 'are'} not here, because a fetch brings the newest 50.`,
  notSearched: (n: number): string =>
    `Not searched: ${counted(n, 'older article', 'older articles')} of your feeds, which ${n === 1 ? 'is' : 'are'} not here.`,
  notSearchedOf: (n: number, feed: string): string =>
    `Not searched: ${counted(n, 'older article', 'older articles')} of ${feed}, which ${n === 1 ? 'is' : 'are'} not here.`,
  bring: (n: number): string => (n === 1 ? 'Bring it' : 'Bring them'),
  bringOf: (n: number, feed: string): string =>
    `Bring ${counted(n, 'older article', 'older articles')} of ${feed}`,
  asRead: 'What was published before you followed the feed comes as read.',
  coming: (done: number, total: number | null): string =>
    total === null
      ? 'Older articles are being brought…'
      : `Older articles are being brought: ${wholeNumber(done)} of ${wholeNumber(total)}`,
  which: 'Which feeds',
};

const ja: typeof en = {
  missing: (n) =>
    `このフィードの古い記事${wholeNumber(n)}件は、まだここにありません。一度の取得で取り込むのは新しい50件までです。`,
  notSearched: (n) => `まだ取り込んでいない古い記事${wholeNumber(n)}件は、検索の対象に含まれていません。`,
  notSearchedOf: (n, feed) =>
    `「${feed}」のまだ取り込んでいない古い記事${wholeNumber(n)}件は、検索の対象に含まれていません。`,
  bring: () => '取り込む',
  bringOf: (n, feed) => `「${feed}」の古い記事${wholeNumber(n)}件を取り込む`,
  asRead: '購読を始める前の記事は既読として届きます。',
  coming: (done, total) =>
    total === null
      ? '古い記事を取り込んでいます…'
      : `古い記事を取り込んでいます（${wholeNumber(total)}件中${wholeNumber(done)}件）`,
  which: 'フィードごとの件数',
};

export const olderTexts: Texts<typeof en> = { en, ja };

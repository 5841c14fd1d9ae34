import { wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

const en = {
  since: (when: string): string => `The stories that matter most since ${when}.`,
  emptyTitle: 'Nothing new that matters',
  emptyText: 'Nothing has come since your last visit. Older articles are still in your lists.',
  loadFailed: 'Today could not be loaded.',
  showAll: 'All articles',
  leftOut: (mustRead: number, worthALook: number, rest: number): string =>
    `Left out: ${wholeNumber(mustRead)} must read, ${wholeNumber(worthALook)} worth a look, ${wholeNumber(rest)} of the rest.`,
};

const ja: typeof en = {
  since: (when) => `${when}以降に届いた、重要な話題です。`,
  emptyTitle: '新しい重要な話題はありません',
  emptyText: '前回ご覧になってから届いた記事はありません。以前の記事は一覧にあります。',
  loadFailed: '今日の話題を読み込めませんでした。',
  showAll: 'すべての記事',
  leftOut: (mustRead, worthALook, rest) =>
    `ほかに、必読 ${wholeNumber(mustRead)} 件、注目 ${wholeNumber(worthALook)} 件、その他 ${wholeNumber(rest)} 件があります。`,
};

export const todayTexts: Texts<typeof en> = { en, ja };

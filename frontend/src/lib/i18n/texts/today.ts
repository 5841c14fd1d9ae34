import { wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

const en = {
  since: (when: string): string => `The stories that matter most since ${when}.`,
  emptyTitle: 'Nothing new that matters',
  emptyText: 'Nothing has come since your last visit. Older articles are still in your lists.',
  loadFailed: 'Today could not be loaded.',
  showAll: 'All articles',
  leftOut: (mustRead: number, worthALook: number, rest: number): string => {
    const counted = [
      ...(mustRead === 0 ? [] : [`${wholeNumber(mustRead)} must read`]),
      ...(worthALook === 0 ? [] : [`${wholeNumber(worthALook)} worth a look`]),
    ];
    const also = counted.length === 0 ? '' : `Also since then: ${counted.join(', ')}.`;
    if (rest === 0) return also === '' ? 'That is everything since then.' : also;
    return `${also} The other ${rest === 1 ? 'one' : wholeNumber(rest)} can wait.`.trim();
  },
};

const ja: typeof en = {
  since: (when) => `${when}以降に届いた、重要な話題です。`,
  emptyTitle: '新しい重要な話題はありません',
  emptyText: '前回ご覧になってから届いた記事はありません。以前の記事は一覧にあります。',
  loadFailed: '今日の話題を読み込めませんでした。',
  showAll: 'すべての記事',
  leftOut: (mustRead, worthALook, rest) => {
    const counted = [
      ...(mustRead === 0 ? [] : [`必読 ${wholeNumber(mustRead)} 件`]),
      ...(worthALook === 0 ? [] : [`注目 ${wholeNumber(worthALook)} 件`]),
    ];
    const also = counted.length === 0 ? '' : `ほかに${counted.join('、')}があります。`;
    if (rest === 0) return also === '' ? '届いた話題はこれですべてです。' : also;
    return `${also}残りの ${wholeNumber(rest)} 件は後でもかまいません。`;
  },
};

export const todayTexts: Texts<typeof en> = { en, ja };

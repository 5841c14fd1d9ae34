import type { Today } from '@omomi/backend/contract';
import { counted, wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

const en = {
  since: (when: string): string => `The stories that matter most since ${when}.`,
  emptyTitle: 'Nothing new that matters',
  emptyText: 'Nothing has come since your last visit. Older articles are still in your lists.',
  loadFailed: 'Today could not be loaded.',
  showAll: 'All articles',
  leftOut: ({
    must_read: mustRead,
    worth_a_look: worthALook,
    rest,
    has_more: hasMore,
  }: Today['left_out']): string => {
    const tiers = [
      ...(mustRead === 0 ? [] : [`${wholeNumber(mustRead)} must read`]),
      ...(worthALook === 0 ? [] : [`${wholeNumber(worthALook)} worth a look`]),
    ];
    const also =
      tiers.length === 0 ? '' : `Also since then: ${hasMore ? 'at least ' : ''}${tiers.join(', ')}.`;
    if (rest === 0 && hasMore) return `${also} There are more.`.trim();
    if (rest === 0) return also === '' ? 'That is everything since then.' : also;
    if (hasMore) return `${also} More than ${counted(rest, 'other', 'others')} can wait.`.trim();
    return `${also} The other ${rest === 1 ? 'one' : wholeNumber(rest)} can wait.`.trim();
  },
};

const ja: typeof en = {
  since: (when) => `${when}以降に届いた、重要な話題です。`,
  emptyTitle: '新しい重要な話題はありません',
  emptyText: '前回ご覧になってから届いた記事はありません。以前の記事は一覧にあります。',
  loadFailed: '今日の話題を読み込めませんでした。',
  showAll: 'すべての記事',
  leftOut: ({ must_read: mustRead, worth_a_look: worthALook, rest, has_more: hasMore }) => {
    const orMore = hasMore ? '以上' : '';
    const tiers = [
      ...(mustRead === 0 ? [] : [`必読 ${wholeNumber(mustRead)} 件${orMore}`]),
      ...(worthALook === 0 ? [] : [`注目 ${wholeNumber(worthALook)} 件${orMore}`]),
    ];
    const also = tiers.length === 0 ? '' : `ほかに${tiers.join('、')}があります。`;
    if (rest === 0 && hasMore) return `${also}このほかにも届いています。`;
    if (rest === 0) return also === '' ? '届いた話題はこれですべてです。' : also;
    return `${also}残りの ${wholeNumber(rest)} 件${orMore}は後でもかまいません。`;
  },
};

export const todayTexts: Texts<typeof en> = { en, ja };

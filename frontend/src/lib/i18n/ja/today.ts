import { wholeNumber } from '../counted.ts';
import type { LaterTexts } from '../en/later.ts';

export const today: LaterTexts['today'] = {
  since: (when) => `${when}以降に届いた、重要な話題です。`,
  empty: {
    title: '新しい重要な話題はありません',
    text: '前回ご覧になってから届いた記事はありません。以前の記事は一覧にあります。',
  },
  noFeeds: {
    title: 'まだフィードを購読していません',
    text: 'フィードを選ぶと、その中の重要な話題がここに並びます。',
  },
  chooseFeeds: 'フィードを選ぶ',
  loadFailed: '今日の話題を読み込めませんでした。',
  showAll: 'すべての記事',
  book: '電子書籍として保存（EPUB）',
  leftOut: ({ must_read: mustRead, worth_a_look: worthALook, rest, has_more: hasMore }) => {
    const orMore = hasMore ? '以上' : '';
    const tiers = [
      ...(mustRead === 0 ? [] : [`必読${wholeNumber(mustRead)}件${orMore}`]),
      ...(worthALook === 0 ? [] : [`注目${wholeNumber(worthALook)}件${orMore}`]),
    ];
    const also = tiers.length === 0 ? '' : `ほかに${tiers.join('、')}があります。`;
    if (rest === 0 && hasMore) return `${also}このほかにも届いています。`;
    if (rest === 0) return also === '' ? '届いた話題はこれですべてです。' : also;
    if (hasMore) return `${also}残りは後でもかまいません。`;
    return `${also}残りの${wholeNumber(rest)}件は後でもかまいません。`;
  },
};

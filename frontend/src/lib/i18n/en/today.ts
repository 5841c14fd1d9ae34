import { wholeNumber } from '../counted.ts';
import type { Today } from '@omomi/backend/contract';

export const today = {
  since: (when: string): string => `The stories that matter most since ${when}.`,
  empty: {
    title: 'Nothing new that matters',
    text: 'Nothing has come since your last visit. Older articles are still in your lists.',
  },
  noFeeds: {
    title: 'You follow no feeds yet',
    text: 'Choose some, and their most important stories are shown here.',
  },
  chooseFeeds: 'Choose feeds',
  loadFailed: 'Today could not be loaded.',
  showAll: 'All articles',
  book: 'As a book for an e-reader (EPUB)',
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
    if (hasMore) return `${also} All others can wait.`.trim();
    return `${also} The other ${rest === 1 ? 'one' : wholeNumber(rest)} can wait.`.trim();
  },
};

import type { LaterTexts } from '../en/later.ts';
import { wholeNumber } from './counted.ts';

export const today: LaterTexts['today'] = {
  since: (when) => `Was seit ${when} am wichtigsten ist.`,
  empty: {
    title: 'Nichts Neues von Belang',
    text: 'Seit deinem letzten Besuch ist nichts gekommen. Ältere Artikel stehen noch in deinen Listen.',
  },
  noFeeds: {
    title: 'Du hast noch keine Feeds',
    text: 'Wähle einige aus, dann stehen ihre wichtigsten Meldungen hier.',
  },
  chooseFeeds: 'Feeds auswählen',
  loadFailed: '„Heute“ konnte nicht geladen werden.',
  showAll: 'Alle Artikel',
  book: 'Als Buch für den E-Reader (EPUB)',
  leftOut: ({ must_read: mustRead, worth_a_look: worthALook, rest, has_more: hasMore }) => {
    const tiers = [
      ...(mustRead === 0 ? [] : [`${wholeNumber(mustRead)} unbedingt zu lesen`]),
      ...(worthALook === 0 ? [] : [`${wholeNumber(worthALook)} einen Blick wert`]),
    ];
    const also =
      tiers.length === 0 ? '' : `Seither außerdem: ${hasMore ? 'mindestens ' : ''}${tiers.join(', ')}.`;
    if (rest === 0 && hasMore) return `${also} Es gibt noch mehr.`.trim();
    if (rest === 0) return also === '' ? 'Das ist alles seither.' : also;
    if (hasMore) return `${also} Alle weiteren können warten.`.trim();
    return `${also} ${rest === 1 ? 'Der eine andere kann' : `Die anderen ${wholeNumber(rest)} können`} warten.`.trim();
  },
};

import type { articles as english } from '../en/start-articles.ts';
import { counted, decimal, wholeNumber } from './counted.ts';

export const articles: typeof english = {
  list: {
    label: 'Artikel',
    sort: 'Reihenfolge',
    sorts: { importance_score: 'Wichtig', published_at: 'Neueste', oldest: 'Älteste' },
    filter: 'Zeigen',
    filters: { all: 'Alle', unread: 'Ungelesen', read: 'Gelesen', saved: 'Gemerkt' },
    markAllRead: 'Alle als gelesen',
    menu: 'Mehr zu dieser Liste',
    tools: 'Diese Liste',
    look: 'Ansicht',
    looks: { compact: 'Kompakt', list: 'Liste', cards: 'Karten', magazine: 'Magazin' },
    bookmarks: (count) =>
      count === null
        ? 'Lesezeichen bei Hatena: noch nicht bekannt'
        : `${wholeNumber(count)} Lesezeichen bei Hatena`,
    minutes: (n) => `${wholeNumber(n)} Min.`,
    sources: (sources, articles) => {
      if (sources === 0)
        return articles === 1
          ? 'noch ein Artikel dieses Feeds'
          : `noch ${wholeNumber(articles)} Artikel dieses Feeds`;
      const told = `+${counted(sources, 'Quelle', 'Quellen')}`;
      return articles > sources ? `${told}, ${wholeNumber(articles)} Artikel` : told;
    },
    moreSources: (n) => `und ${wholeNumber(n)} mehr`,
    former: 'abbestellt',
    formerHint: 'Den Feed dieses Artikels hast du nicht mehr abonniert.',
    news: (n, isMore) => `+${wholeNumber(n)}${isMore ? ' oder mehr' : ''} neu`,
    arrived: (n, isMore) =>
      isMore ? `${wholeNumber(n)} oder mehr neue Artikel` : counted(n, 'neuer Artikel', 'neue Artikel'),
    reordered: 'Die Reihenfolge dieser Liste hat sich geändert',
    reorderedShort: 'Neue Folge',
    renew: (told) => `${told}: Liste von oben zeigen`,
    rowMenu: 'Mehr zu diesem Artikel',
    more: 'Weitere Artikel werden geladen',
    end: 'Das ist alles.',
    goes: (when) => `geht ${when}`,
    goesHint: 'Dann verschwindet er aus deinen Listen, außer du merkst ihn dir.',
    rankedOf: (n) =>
      `Nur ${n === 1 ? 'der neueste Artikel' : `die neuesten ${wholeNumber(n)} Artikel`} dieser Liste ${n === 1 ? 'ist' : 'sind'} nach Wichtigkeit geordnet. Für ältere wähle „Neueste“.`,
    newState: 'Ungelesen',
    rankLabel: (tier, rank, score) => `${tier}: Wichtigkeit ${rank} von 100 (Wertung ${decimal(score)})`,
    tiers: { must_read: 'Unbedingt lesen', worth_a_look: 'Einen Blick wert', rest: 'Alles andere' },
    because: 'Wegen',
    save: 'Merken',
    unsave: 'Nicht mehr merken',
    markRead: 'Als gelesen markieren',
    markUnread: 'Als ungelesen markieren',
    loadFailed: 'Die Artikel konnten nicht geladen werden.',
    estimated: 'Der Feed nennt kein Datum; hier steht, wann er ankam.',
  },
  history: {
    show: 'Ältere Artikel zeigen, die noch im Feed stehen',
  },
  marks: {
    marked: (n) => (n === null ? 'Als gelesen markiert.' : `${wholeNumber(n)} Artikel als gelesen markiert.`),
    finished: (n) =>
      n === 1
        ? 'Dieselbe Nachricht in einem anderen Feed gilt auch als gelesen.'
        : `${wholeNumber(n)} weitere Artikel zu denselben Nachrichten gelten auch als gelesen.`,
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht.',
    tooLate: 'Das lässt sich nicht mehr rückgängig machen.',
  },
  article: {
    sources: 'Auch bei',
    sameFeed: 'Auch in diesem Feed',
    earlier: 'Früher',
    close: 'Artikel schließen',
    choose: 'Wähle einen Artikel, um ihn hier zu lesen. Mit j und k geht es zum nächsten und zurück.',
    loadFailed: 'Dieser Artikel konnte nicht geladen werden.',
    gone: 'Er ist abgelaufen, oder du hast seinen Feed abbestellt. Gemerkte Artikel laufen nicht ab.',
    parts: {
      weak: 'Verwandt',
      learned: 'Wie das, was dir gefiel',
      source: 'Menge des Feeds',
      rule: 'Deine Regeln',
      freshness: 'Alter',
    },
    weaklyRelated: (keywords) => `Verwandt: ${keywords}`,
    listSeparator: ', ',
    disliked: 'Wie das, was dir nicht gefiel',
    source: {
      more: 'Von diesem Feed willst du mehr',
      normal: 'Dieser Feed bringt viele Artikel',
      less: 'Von diesem Feed willst du weniger',
    },
    rate: (perDay) => `Dieser Feed bringt ${wholeNumber(perDay)} Artikel am Tag`,

    why: 'Warum er hier steht',
  },
  empty: {
    unread: {
      title: 'Alles gelesen',
      text: 'Du bist auf dem Laufenden. Neue Artikel erscheinen hier von selbst.',
    },
    read: { title: 'Noch nichts gelesen', text: 'Geöffnete Artikel stehen hier, bis sie ablaufen.' },
    saved: {
      title: 'Noch nichts gemerkt',
      text: 'Merke dir einen Artikel mit dem Lesezeichen oder der Taste s, dann bleibt er hier.',
    },
    all: {
      title: 'Noch keine Artikel',
      text: 'Sie erscheinen, sobald ein Feed welche bringt. Du kannst die Feeds jetzt abrufen.',
    },
    showAll: 'Alle Artikel zeigen',
    noKeywordsTitle: 'Sag Omomi, was dir wichtig ist',
    noKeywordsText: 'Mit ein paar Stichwörtern steigen passende Artikel nach oben.',
    noKeywordsAction: 'Stichwörter hinzufügen',
  },
};

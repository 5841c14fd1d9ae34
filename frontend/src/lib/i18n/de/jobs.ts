import type { LaterTexts } from '../en/later.ts';
import { counted, decimal, wholeNumber } from './counted.ts';

export const jobs: LaterTexts['jobs'] = {
  intro: 'Was Omomi in den letzten 30 Tagen im Hintergrund für dich getan hat.',
  kinds: {
    'fetch-feeds': 'Feeds abrufen',
    cleanup: 'Aufräumen',
    recalculate: 'Neu ordnen',
    'apply-rules': 'Regeln anwenden',
    'mark-read': 'Als gelesen markieren',
    import: 'Feeds importieren',
    crawl: 'Website besuchen',
    'older-articles': 'Ältere Artikel holen',
    'past-articles': 'Ältere Artikel eines Feeds holen',
    unsubscribe: 'Abbestellen',
    leave: 'Konto löschen',
  },
  states: {
    queued: 'Wartet',
    running: 'Läuft',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  fetchOne: (feed) => `${feed} abrufen`,
  pastOne: (feed) => `Ältere Artikel von ${feed} holen`,
  leaveOne: (feed) => `${feed} abbestellen`,
  aFeed: 'ein Feed',
  fetch: 'Alle Feeds abrufen',
  cleanup: 'Jetzt aufräumen',
  rank: 'Neu ordnen',
  cancel: 'Abbrechen',
  cancelOf: (job) => `Abbrechen: ${job}`,
  cancelled: 'Es hält gleich an. Was schon getan ist, bleibt.',
  tooLate: 'Das lässt sich nicht mehr anhalten.',
  undoUntil: (time) => `rückgängig bis ${time}`,
  progress: (done, total) =>
    total === null ? `${wholeNumber(done)} erledigt` : `${wholeNumber(done)} von ${wholeNumber(total)}`,
  details: 'Einzelheiten',
  detailsOf: (job) => `Einzelheiten: ${job}`,
  loadFailed: 'Die Aktivität konnte nicht geladen werden.',
  empty: { title: 'Noch nichts', text: 'Hier erscheint, was abgerufen, geordnet und importiert wird.' },
  older: 'Ältere zeigen',
  fetched: (fresh, troubled) =>
    [
      fresh === 0 ? 'nichts Neues' : counted(fresh, 'neuer Artikel', 'neue Artikel'),
      ...(troubled === 0 ? [] : [counted(troubled, 'Feed braucht Hilfe', 'Feeds brauchen Hilfe')]),
    ].join(', '),
  cleaned: (expired, read) =>
    expired + read === 0
      ? 'nichts war abgelaufen'
      : `${counted(expired, 'ungelesener Artikel', 'ungelesene Artikel')} und ${counted(read, 'gelesener', 'gelesene')} entfernt`,
  ranked: (n) => (n === 0 ? 'keine Wertung geändert' : counted(n, 'Wertung geändert', 'Wertungen geändert')),
  marked: (n) => `${wholeNumber(n)} Artikel`,
  ruled: (matched, changed, byOthers) =>
    `${counted(matched, 'Artikel passt', 'Artikel passen')}, ${wholeNumber(changed)} geändert` +
    (byOthers === 0
      ? ''
      : `; ${counted(byOthers, 'weiterer', 'weitere')} an die Faktoren und Etiketten aller Regeln angepasst`),
  removed: (n) => `${wholeNumber(n)} Artikel entfernt`,
  brought: (n) => counted(n, 'älterer Artikel', 'ältere Artikel'),
  imported: (n, failed, articles) =>
    `${counted(n, 'Feed', 'Feeds')} hinzugefügt` +
    (failed === 0 ? '' : `, ${wholeNumber(failed)} nicht`) +
    (articles === 0 ? '' : `, ${wholeNumber(articles)} Artikel`),
  crawled: (pages, errors) =>
    counted(pages, 'Seite', 'Seiten') + (errors === 0 ? '' : `, ${wholeNumber(errors)} Fehler`),
  feedsLabel: 'Was aus jedem Feed wurde',
  outcomes: {
    pending: 'Wartet',
    updated: 'Neues',
    unchanged: 'Unverändert',
    skipped: 'Übergangen',
    stopped: 'Gestoppt',
    failed: 'Fehlgeschlagen',
  },
  skippedWhy: 'Er wurde gerade schon abgerufen.',
  feedGone: 'Ein Feed, den du abbestellt hast',
  rowFacts: (fresh, total, unchanged, leftOut) =>
    [
      fresh === 0 ? 'nichts Neues' : `${fresh} neu`,
      ...(total === null ? [] : [`${total} im Feed`]),
      ...(unchanged === null ? [] : [`${unchanged} unverändert`]),
      ...(leftOut === 0 ? [] : [`${leftOut} ausgelassen`]),
    ].join(' · '),
  figures: {
    deleted_articles: 'Abgelaufene ungelesene Artikel',
    deleted_read_articles: 'Abgelaufene gelesene Artikel',
    deleted_copies: 'Kopien nicht mehr gemerkter Artikel',
    deleted_blobs: 'Gelöschte große Texte',
    changed_expiries: 'Artikel mit neuem Ablauf',
    drifted_counts: 'Berichtigte Zahlen ungelesener Artikel',
    article_cutoff: 'Ungelesene kamen an vor',
    read_cutoff: 'Gelesene wurden gelesen vor',
    units: 'Lese- und Schreibeinheiten',
    cost: 'Kosten',
    reason: 'Warum',
  },
  reason: (text) => text,
  usd: (amount) => `${decimal(amount.toFixed(6))} USD`,
};

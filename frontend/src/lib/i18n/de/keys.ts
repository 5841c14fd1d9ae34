import type { LaterTexts } from '../en/later.ts';
import { wholeNumber } from './counted.ts';

/** Names the articles on one side of the open one. */
const howMany = (n: number | null): string => {
  if (n === null) return 'Alle Artikel';
  return n === 1 ? 'Den Artikel' : `Die ${wholeNumber(n)} Artikel`;
};

export const palette: LaterTexts['palette'] = {
  title: 'Überallhin, alles tun',
  placeholder: 'Feed, Ordner, Seite, oder was du tun willst',
  results: 'Was es gibt',
  none: (q) => `Nichts heißt „${q}“. Versuche andere Wörter.`,
  kinds: {
    feed: 'Feed',
    folder: 'Ordner',
    tag: 'Etikett',
    search: 'Gespeicherte Suche',
    page: 'Seite',
    action: 'Aktion',
  },
  markAll: 'Diese Liste als gelesen',
  markSide: {
    above: (n) => `${howMany(n)} darüber als gelesen`,
    below: (n) => `${howMany(n)} darunter als gelesen`,
  },
  look: (name) => `Ansicht: ${name}`,
  theme: (name) => `Farben: ${name}`,
  language: (name) => `Sprache: ${name}`,
  settings: (section) => `Einstellungen: ${section}`,
  savePage: 'Seite merken',
  newCrawl: 'Neuer Crawl',
  articles: { beside: 'Artikel neben der Liste öffnen', in_place: 'Artikel in der Liste öffnen' },
};

export const shortcuts: LaterTexts['shortcuts'] = {
  title: 'Tastenkürzel',
  keySet: 'Tasten',
  keysOf: (name) => `Tasten von ${name}`,
  ownSet: 'Deine eigenen Tasten',
  changeHint: 'Klicke unten auf eine Taste, um sie zu ändern. Das gilt auf diesem Gerät.',
  noKey: 'keine Taste',
  changeKey: (meaning, key) => `${meaning}: ${key}. Ändern`,
  pressKey: (meaning) => `${meaning}: Taste drücken`,
  groups: { everywhere: 'Überall', list: 'In einer Liste', feeds: 'In den Feeds', go: 'Gehe zu' },
  palette: 'Überallhin, alles tun',
  next: 'Nächster Artikel; neben der Liste erscheint er sofort',
  previous: 'Voriger Artikel',
  select: 'Den nächsten oder vorigen wählen, ohne ihn zu öffnen',
  page: 'Nächste Seite des Artikels, dann der nächste Artikel',
  pageUp: 'Vorige Seite des Artikels',
  open: 'Artikel öffnen oder schließen',
  visit: 'Im Original lesen',
  search: 'Suchen; Pfeile und Eingabe führen zu den Treffern, Esc zurück',
  read: 'Als gelesen oder ungelesen markieren',
  save: 'Merken oder nicht mehr merken',
  tags: 'Etiketten des Artikels',
  highlight: 'Ausgewählten Text markieren, mit Umschalt samt Notiz (F7: mit der Tastatur auswählen)',
  aloud: 'Artikel vorlesen; noch einmal: anhalten oder fortsetzen',
  send: 'An das erste, zweite … Ziel aus Einstellungen, Apps senden',
  opinion: 'Mehr oder weniger wie der offene Artikel',
  markAll: 'Alle als gelesen',
  markSides: 'Was über oder unter dem Artikel steht, als gelesen',
  undo: 'Rückgängig, solange es angeboten wird',
  close: 'Artikel schließen',
  up: 'Zurück zur Liste, dann zu allen Artikeln',
  fetch: 'Feeds abrufen',
  help: 'Diese Hilfe',
  lines: 'Von Feed zu Feed, zum ersten, zum letzten',
  folders: 'Ordner auf- oder zuklappen; auf einem Feed zu seinem Menü',
  names: 'Ein Feed nach den ersten Buchstaben seines Namens',
  widths: 'Auf der Linie zwischen zwei Bereichen: breiter oder schmaler machen',
};

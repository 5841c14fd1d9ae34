import type { LaterTexts } from '../en/later.ts';
import { counted, wholeNumber } from './counted.ts';

export const keywords: LaterTexts['keywords'] = {
  intro: 'Was soll nach oben? Je schwerer ein Stichwort, desto mehr gewinnt ein passender Artikel.',
  text: 'Stichwort',
  weight: 'Gewicht',
  active: 'An',
  placeholder: 'Thema, Name oder Wörter',
  addSubmit: 'Hinzufügen',
  weightOf: (text) => `Gewicht von ${text}`,
  exactWeightOf: (text) => `Genaues Gewicht von ${text}`,
  off: 'Aus',
  menu: (text) => `Aktionen für ${text}`,
  menuColumn: 'Aktionen',
  delete: 'Löschen',
  deleted: (text) => `„${text}“ ist gelöscht.`,
  empty: 'Noch keine Stichwörter. Beginne mit zwei oder drei.',
  loadFailed: 'Die Stichwörter konnten nicht geladen werden.',
  tableLabel: 'Deine Stichwörter',
  ranked: 'Die Liste ist nach deinen jetzigen Stichwörtern geordnet.',
  weightRange: 'Ein Gewicht liegt zwischen 0,1 und 10.',
  pending: 'Zählt noch nicht: Das Modell für die Wertung antwortet nicht.',
  pendingHint: 'Das Stichwort ist gespeichert. Es zählt von selbst, sobald das Modell wieder antwortet.',
  less: 'Weniger davon',
  lessHint: 'Artikel, die davon handeln, sinken, statt zu steigen.',
  learn: 'Lernen aus dem, was ich merke, mag und lese',
  learnHint:
    'Artikel, die denen ähneln, die du gemerkt, gemocht oder zu Ende gelesen hast, steigen; was dem ähnelt, was dir nicht gefiel, sinkt; und die Liste sagt es. Sonst sieht es niemand. Ausgeschaltet ist das Gelernte sofort vergessen.',
  learnedNothing: 'Noch ist nichts gelernt: Merke, mag oder lies Artikel.',
  learnedFrom: ({ up, down, saved, read_through, opened, passed }) =>
    `Gelernt aus ${up} gemochten, ${down} nicht gemochten, ${saved} gemerkten, ${read_through} zu Ende gelesenen, ${opened} geöffneten und ${passed} übergangenen.`,
  learnedSoon:
    'Es wirkt noch nicht: Dazu braucht es einen Artikel, den du gemocht, nicht gemocht, gemerkt oder zu Ende gelesen hast, fünf andere und etwa fünf Minuten.',
  forget: 'Gelerntes vergessen',
  forgotten: 'Vergessen. Die Liste folgt gleich.',
  suggested: 'Aus dem, was du liest',
  suggestedBy: {
    liked: (n) => `in ${counted(n, 'Titel', 'Titeln')}, die du gemerkt oder gemocht hast`,
    folder: () => 'der Name eines deiner Ordner',
    listed: (n) => `in ${wholeNumber(n)} deiner neuesten Titel`,
  },
  add: 'Hinzufügen',
  addOf: (text) => `${text} hinzufügen`,
  addedOf: (text) => `${text} ist hinzugefügt`,
  suggestedNone: 'Noch keine Vorschläge aus deinen Titeln.',
  same: (drop, keep) => `„${drop}“ ist dasselbe wie „${keep}“.`,
  merge: 'Zusammenlegen',
  broad: (text, percent) =>
    `„${text}“ passt auf ${percent} % deiner Artikel. Ein engeres Stichwort sagt mehr.`,
  preview: (n) =>
    n === 1
      ? '1 deiner letzten Artikel würde wandern'
      : `${wholeNumber(n)} deiner letzten Artikel würden wandern`,
  previewing: 'Deine letzten Artikel werden durchgesehen …',
  previewStays: 'Mit diesem Gewicht behält jeder Artikel seinen Platz.',
  previewNone: 'Keiner deiner letzten 200 Artikel handelt davon.',
  moved: (before, after) => `von Platz ${before} auf Platz ${after}`,
  scored: (before, after) => `Wertung ${before} auf ${after}`,
  shares: 'Was du letzte Woche gelesen hast',
  sharesOf: (read) =>
    read === 1
      ? 'Wie viel von dem einen Artikel, den du in den letzten sieben Tagen gelesen oder als gelesen markiert hast, von jedem Stichwort handelt. Er kann von mehreren handeln.'
      : `Wie viele der ${wholeNumber(read)} Artikel, die du in den letzten sieben Tagen gelesen oder als gelesen markiert hast, von jedem Stichwort handeln. Einer kann von mehreren handeln.`,
  sharesNone: 'Du hast in den letzten sieben Tagen nichts gelesen.',
  sharesFailed: 'Was du letzte Woche gelesen hast, konnte nicht gezählt werden.',
  share: (n, percent) => `${wholeNumber(n)} Artikel · ${percent} %`,
};

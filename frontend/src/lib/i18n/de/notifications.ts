import type { LaterTexts } from '../en/later.ts';
import { counted } from './counted.ts';

export const notifications: LaterTexts['notifications'] = {
  title: 'Benachrichtigungen',
  row: 'Über Wichtiges benachrichtigen',
  rowHint:
    'Eine Nachricht je Artikel, den du unbedingt lesen willst, auf dem Handy oder in einer anderen App.',
  setUp: 'Einrichten',
  on: 'Benachrichtigungen senden',
  onHint: 'Nur was ab jetzt eintrifft, jede Geschichte einmal.',
  needsChannel: 'Füge zuerst einen Kanal hinzu.',
  what: 'Worüber',
  mustRead: 'Unbedingt lesen',
  feed: (title) => `Alles aus „${title}“`,
  search: (name) => `Was die Suche „${name}“ findet`,
  searchHint: 'Hier sieht sie sich Titel und Textanfänge an.',
  most: 'Höchstens',
  aDay: (n) => `${n} am Tag`,
  quiet: 'Ruhezeit',
  quietHint: (zone) => `In der Zeit von ${zone}. Zweimal dieselbe Zeit: keine.`,
  from: 'Von',
  to: 'Bis',
  channels: 'Kanäle',
  noChannels: 'Noch keine.',
  add: 'Hinzufügen',
  mail: 'E-Mail',
  mailsTo: (address) => `Mails an ${address} hinzufügen`,
  thisDevice: 'Dieses Gerät hinzufügen',
  browser: 'Gerät',
  refused:
    'Dieser Browser erlaubt Omomi keine Benachrichtigungen. Erlaube sie in seinen Einstellungen für diese Seite.',
  kind: 'Art des Kanals',
  address: {
    ntfy: 'Adresse des Themas',
    telegram: 'Nummer des Chats oder @Name eines Kanals',
    webhook: 'Adresse',
  },
  secret: {
    ntfy: 'Zugriffstoken, falls nötig',
    telegram: 'Token deines Bots',
    webhook: 'Geheimnis, als x-omomi-secret gesendet',
  },
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  works: 'Funktioniert.',
  problems: {
    refused: (status) => `Die letzte Nachricht wurde abgelehnt (${status ?? '?'}).`,
    unreachable: 'Auf die letzte Nachricht kam keine Antwort.',
    address_refused: 'Omomi sendet nicht an diese Adresse: Sie liegt in einem privaten Netz.',
  },
  preview: (n) =>
    n === 0
      ? 'Letzte Woche wäre es nichts gewesen.'
      : `Letzte Woche wären es ${counted(n, 'Benachrichtigung', 'Benachrichtigungen')} gewesen`,
};

export const morning: LaterTexts['morning'] = {
  title: 'Morgenausgabe',
  row: 'Morgenausgabe',
  rowHint:
    'Die Geschichten des letzten Tages, als Mail und für E-Reader, zur Uhrzeit und an den Tagen, die du wählst.',
  noServer:
    'Dieses Omomi verschickt keine Mails. Wer es betreibt, kann das mit MAIL_FROM ändern, auf dem eigenen Rechner zusammen mit SMTP_URL.',
  address: 'Deine E-Mail-Adresse',
  addressHint: 'Eine Adresse von Kindle oder PocketBook bekommt die Ausgabe als Buch (EPUB).',
  save: 'Speichern',
  unconfirmed:
    'An diese Adresse ist eine Mail mit einem Link unterwegs. Folge dem Link, dann kann die Ausgabe kommen.',
  failed: (status) => `Die letzte Mail kam nicht an (${status ?? 'keine Antwort'}).`,
  lastSent: (at) => `Zuletzt geschickt: ${at}`,
  waiting: 'Noch nichts geschickt.',
  remove: 'Adresse entfernen',
  on: 'Ausgabe zusammenstellen',
  onHint:
    'Jeden Tag einmal, wenn es Geschichten gibt. Der Katalog für E-Reader hat sie 31 Tage lang, auch ohne Adresse.',
  hour: 'Uhrzeit',
  hourHint: (zone) => `In der Zeit von ${zone}.`,
  days: 'Tage',
  now: 'Den letzten Tag jetzt schicken',
  sent: {
    sent: 'Geschickt.',
    empty: 'Vom letzten Tag gibt es keine Geschichte.',
    failed: 'Kein Server nahm die Mail an.',
    lost: 'Die Verbindung brach ab. Vielleicht kam sie an.',
  },
};

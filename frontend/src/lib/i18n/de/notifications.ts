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
  most: 'Höchstens',
  aDay: (n) => `${n} am Tag`,
  quiet: 'Ruhezeit',
  quietHint: (zone) => `In der Zeit von ${zone}. Zweimal dieselbe Zeit: keine.`,
  from: 'Von',
  to: 'Bis',
  channels: 'Kanäle',
  noChannels: 'Noch keine.',
  add: 'Hinzufügen',
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

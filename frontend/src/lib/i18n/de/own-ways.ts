import type { LaterTexts } from '../en/later.ts';

export const ownWays: LaterTexts['ownWays'] = {
  name: 'Name',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  presentPassword: 'Jetziges Passwort',
  signIn: 'Anmelden',
  passkey: 'Mit Passkey anmelden',
  or: 'oder',
  cancelled: {
    what: 'Kein Passkey wurde benutzt.',
    todo: 'Versuche es noch einmal oder nimm ein Passwort. Vielleicht hat dieses Gerät keinen Passkey für dieses Omomi.',
  },
  wrong: { what: 'Name und Passwort passen nicht zusammen.', todo: 'Prüfe Name und Passwort.' },
  forgotten:
    'Jeden Zugang verloren? Auf dem Server lässt sich ein neuer Link anlegen: npm run invite -- --for <Name>',
  notHttps: {
    title: 'Diese Adresse ist nicht https',
    text: 'Der Browser behält hier keine Sitzung, deshalb kann sich niemand anmelden. Öffne Omomi mit https, oder setze auf dem Server ALLOW_HTTP=on, wenn in diesem Netz niemand mithören kann.',
  },
  plain:
    'Diese Adresse ist nicht https: Andere in diesem Netz können dein Passwort und das, was du liest, mitlesen.',
  invitation: {
    titles: {
      owner: 'Willkommen in deinem Omomi',
      reader: 'Du bist zu Omomi eingeladen',
      recover: 'Wieder anmelden',
    },
    leads: {
      owner: 'Du wirst es verwalten. Wähle einen Namen und wie du dich anmelden willst.',
      reader: 'Wähle einen Namen und wie du dich anmelden willst.',
      recover: (name) =>
        `Wähle, wie du dich ab jetzt anmelden willst, ${name}. Alle Geräte werden abgemeldet.`,
    },
    failed: 'Dieser Link funktioniert nicht',
    withPasskey: 'Weiter mit Passkey',
    passkeyText: 'Dein Gerät bewahrt ihn auf: nichts zu merken und nichts zu erraten.',
    withPassword: 'Weiter mit Passwort',
    rule: 'Mindestens 12 Zeichen. Mehrere Wörter sind leicht zu merken und schwer zu erraten.',
    badPassword: {
      what: 'Dieses Passwort ist zu kurz oder leicht zu erraten.',
      todo: 'Nimm 12 Zeichen oder mehr: mehrere Wörter, die nichts miteinander zu tun haben.',
    },
    toSignIn: 'Zur Anmeldung',
    thisDevice: 'Dieses Gerät',
  },
  account: {
    passwordOf: (name) => `Passwort von ${name}`,
    passkeyOf: (name) => `Passkey: ${name}`,
    proxyOf: (name) => `${name}, durch den Proxy vor diesem Omomi`,
    setPassword: 'Passwort festlegen',
    changePassword: 'Passwort ändern',
    changeText: 'Alle anderen Geräte werden abgemeldet.',
    changed: 'Das Passwort gilt. Alle anderen Geräte sind abgemeldet.',
    addPasskey: 'Passkey hinzufügen',
    passkeyName: 'Name des Passkeys',
    passkeyHint: 'Damit du ihn wiedererkennst, zum Beispiel „Telefon“.',
    added: 'Der Passkey ist hinzugefügt.',
    remove: 'Entfernen',
    removeOf: (name) => `${name} entfernen`,
    removeTitle: (name) => `${name} entfernen?`,
    invite: 'Jemanden einladen',
    inviteText:
      'Ein Link lässt eine Person herein, mit Passkey oder Passwort. Er gilt einmal, einen Tag lang.',
    makeLink: 'Link anlegen',
    link: 'Der Link',
  },
};

import type { LaterTexts } from '../en/later.ts';

export const signIn: LaterTexts['signIn'] = {
  title: 'Bei Omomi anmelden',
  lead: 'Ein ruhiger Ort zum Lesen: oben, was dir wichtig ist, und warum.',
  with: (provider) => `Weiter mit ${provider}`,
  none: 'Dieses Omomi hat noch keinen Anmeldeweg. Die Verwaltung muss einen einrichten.',
  byProxy:
    'Bei diesem Omomi meldet ein Proxy die Leute an, und er hat nicht gesagt, wer du bist. Bleibt es dabei, sag es der Verwaltung: Adresse oder Header des Proxys sind vielleicht falsch eingestellt.',
  throughProxy: 'Noch einmal versuchen',
  loadFailed: 'Die Anmeldewege konnten nicht geladen werden.',
  toAccount: 'Zurück zu deinem Konto',
  unknown: {
    title: 'Anmeldung fehlgeschlagen',
    what: 'Unterwegs ist etwas schiefgegangen.',
    todo: 'Versuche es noch einmal.',
  },
  problems: {
    login_expired: {
      title: 'Das hat zu lange gedauert',
      what: 'Diese Anmeldung begann vor zu langer Zeit, in einem anderen Browser, oder wurde schon benutzt.',
      todo: 'Melde dich von hier aus noch einmal an.',
    },
    unknown_provider: {
      title: 'Unbekannter Anbieter',
      what: 'Der Link nannte einen Anbieter, den dieses Omomi nicht kennt.',
      todo: 'Wähle einen der folgenden.',
    },
    cancelled: {
      title: 'Du hast abgebrochen',
      what: 'Der Anbieter sollte Omomi nicht sagen, wer du bist.',
      todo: 'War das nicht gemeint, melde dich noch einmal an. Omomi fragt nur nach Name und E-Mail-Adresse.',
    },
    sign_in_failed: {
      title: 'Anmeldung fehlgeschlagen',
      what: 'Der Antwort des Anbieters war nicht zu trauen, deshalb wurde niemand angemeldet.',
      todo: 'Versuche es noch einmal. Bleibt es so, sage es der Verwaltung: Vielleicht ist die Anmeldung falsch eingerichtet.',
    },
    provider_unavailable: {
      title: 'Der Anbieter antwortet nicht',
      what: 'Omomi konnte den Anbieter nicht fragen, wer du bist.',
      todo: 'Versuche es in ein paar Minuten noch einmal, oder mit einem anderen Anbieter.',
    },
    email_unverified: {
      title: 'Deine E-Mail-Adresse ist nicht bestätigt',
      what: 'Der Anbieter hat noch nicht geprüft, ob die Adresse dir gehört.',
      todo: 'Bestätige sie dort (sieh nach seiner Nachricht in deiner Post), und melde dich dann noch einmal an.',
    },
    not_allowed: {
      title: 'Du stehst nicht auf der Liste',
      what: 'Nur Eingeladene dürfen dieses Omomi benutzen, und deine E-Mail-Adresse ist nicht dabei.',
      todo: 'Bitte die Verwaltung um Aufnahme, oder melde dich mit einer anderen Adresse an.',
    },
    leaving: {
      title: 'Dieses Konto wird gelöscht',
      what: 'Du hast darum gebeten, und es dauert ein wenig.',
      todo: 'Willst du neu anfangen, melde dich später wieder an.',
    },
    other_reader: {
      title: 'Das war jemand anderes',
      what: 'Um ein Konto zu verbinden, meldest du dich erst mit deinem eigenen an; dieses gehört jemand anderem. Nichts wurde verbunden.',
      todo: 'Geh zurück zu deinem Konto und versuche es mit dem, das du hier benutzt.',
    },
    identity_taken: {
      title: 'Dieses Konto gehört jemand anderem',
      what: 'Damit meldet sich hier schon jemand an, deshalb lässt es sich nicht mit dir verbinden.',
      todo: 'Verbinde ein anderes Konto, oder trenne es dort zuerst.',
    },
    rate_limited: {
      title: 'Zu viele Versuche',
      what: 'Von hier kamen mehr Anmeldungen, als Omomi in kurzer Zeit annimmt.',
      todo: 'Warte ein paar Minuten, und melde dich dann noch einmal an.',
    },
  },
};

export const ownWays: LaterTexts['ownWays'] = {
  name: 'Name',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  presentPassword: 'Jetziges Passwort',
  signIn: 'Anmelden',
  passkey: 'Mit Passkey anmelden',
  cancelled: {
    what: 'Kein Passkey wurde benutzt.',
    todo: 'Versuche es noch einmal oder nimm ein Passwort. Vielleicht hat dieses Gerät keinen Passkey für dieses Omomi.',
  },
  notMade: {
    what: 'Es wurde kein Passkey angelegt.',
    todo: 'Versuche es noch einmal oder nimm ein Passwort. Vielleicht kann dieses Gerät keinen Passkey aufbewahren.',
  },
  alreadyMade: {
    what: 'Dieses Gerät hat schon deinen Passkey für dieses Omomi.',
    todo: 'Melde dich hier mit ihm an. Ein zweiter braucht ein anderes Gerät.',
  },
  unknownPasskey: {
    what: 'Dieses Omomi kennt diesen Passkey nicht.',
    todo: 'Vielleicht wurde er entfernt. Nimm einen anderen Passkey oder ein Passwort.',
  },
  wrongPresent: { what: 'Das jetzige Passwort stimmt nicht.', todo: 'Prüfe es und versuche es noch einmal.' },
  passkeysNeed: {
    https: 'Passkeys gehen nur, wo die Adresse mit https beginnt.',
    name: 'Passkeys gehen nur, wo die Adresse einen Namen hat, etwa reader.example oder localhost.',
  },
  forgotten:
    'Jeden Zugang verloren? Auf dem Server lässt sich ein neuer Link anlegen, mit dem ersten Befehl oder in einem Klon mit dem zweiten:',
  yourName: 'Name',
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
    notWhole: {
      what: 'Dieser Link ist nicht vollständig.',
      todo: 'Öffne ihn noch einmal von dort, wo du ihn bekommen hast. Beim Neuladen dieser Seite geht sein Ende verloren.',
    },
    withPasskey: 'Weiter mit Passkey',
    passkeyText: 'Dein Gerät bewahrt ihn auf: nichts zu merken und nichts zu erraten.',
    withPassword: 'Weiter mit Passwort',
    rule: 'Mindestens 12 Zeichen. Mehrere Wörter sind leicht zu merken und schwer zu erraten.',
    badPassword: {
      what: 'Dieses Passwort ist zu kurz oder leicht zu erraten.',
      todo: 'Nimm 12 Zeichen oder mehr: mehrere Wörter, die nichts miteinander zu tun haben.',
    },
    toSignIn: 'Zur Anmeldung',
    notUsed: 'Der Link ist noch nicht verbraucht und gilt dann.',
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

import type { LaterTexts } from '../en/later.ts';

export const signIn: LaterTexts['signIn'] = {
  title: 'Bei Omomi anmelden',
  lead: 'Ein ruhiger Ort zum Lesen: oben, was dir wichtig ist, und warum.',
  with: (provider) => `Weiter mit ${provider}`,
  none: 'Dieses Omomi hat noch keinen Anmeldeweg. Die Verwaltung muss einen einrichten.',
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

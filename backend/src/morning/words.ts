import type { Language, MailDeed } from '../contract/index.ts';

type DeedWords = { title: string; text: string; button: string; done: string };

export type MorningWords = {
  /** The subject of a mail with this first title and so many stories more. */
  subject: (title: string, more: number) => string;
  heading: string;
  open: string;
  original: string;
  alsoIn: (feeds: string) => string;
  /** Why the mail came. */
  footer: string;
  stop: string;
  settings: string;
  confirm: { subject: string; text: string; button: string; ignore: string };
  /** The pages behind the links of mails. */
  deeds: Record<MailDeed, DeedWords>;
};

const languages: Record<Language, MorningWords> = {
  en: {
    subject: (title, more) => (more === 0 ? title : `${title} and ${more} more`),
    heading: 'Your morning',
    open: 'Read in Omomi',
    original: 'At the publisher',
    alsoIn: (feeds) => `also in ${feeds}`,
    footer: 'Omomi sends you this because you asked for it.',
    stop: 'No more of these mails',
    settings: 'Hour and days',
    confirm: {
      subject: 'Shall the morning edition come here?',
      text: 'A reader of Omomi wants to have the morning edition at this address. If that is you, confirm it:',
      button: 'Confirm the address',
      ignore: 'If it is not, do nothing. No other mail will come.',
    },
    deeds: {
      confirm: {
        title: 'Morning edition',
        text: 'Shall the morning edition of Omomi come to your address?',
        button: 'Yes, send it',
        done: 'The address is confirmed. The next edition comes at the hour that you chose.',
      },
      stop: {
        title: 'Morning edition',
        text: 'Do you want no more mails of the morning edition?',
        button: 'No more mails',
        done: 'You get no more of these mails. In the settings you can switch them on again.',
      },
      silence: {
        title: 'Notifications',
        text: 'Do you want no more notifications as mails?',
        button: 'No more mails',
        done: 'You get no more of these mails. In the settings you can add them again.',
      },
    },
  },
  ja: {
    subject: (title, more) => (more === 0 ? title : `${title} ほか${more}件`),
    heading: '今朝の話題',
    open: 'Omomi で読む',
    original: '元の記事',
    alsoIn: (feeds) => `${feeds}にも掲載`,
    footer: 'ご自身の設定により Omomi からお送りしています。',
    stop: '配信を停止する',
    settings: '時刻と曜日を変える',
    confirm: {
      subject: '朝のまとめの配信先の確認',
      text: 'Omomi の利用者が、朝のまとめの配信先にこのアドレスを指定しました。ご自身の操作であれば、確認してください。',
      button: 'このアドレスに配信する',
      ignore: 'お心当たりがなければ、何もしないでください。以後メールは届きません。',
    },
    deeds: {
      confirm: {
        title: '朝のまとめ',
        text: 'Omomi の朝のまとめを、このアドレスに配信しますか?',
        button: '配信する',
        done: 'アドレスを確認しました。次のまとめは、選んだ時刻に届きます。',
      },
      stop: {
        title: '朝のまとめ',
        text: '朝のまとめの配信を停止しますか?',
        button: '停止する',
        done: '配信を停止しました。設定からいつでも再開できます。',
      },
      silence: {
        title: '通知',
        text: '通知メールを停止しますか。',
        button: '停止する',
        done: '通知メールを停止しました。設定からもう一度追加できます。',
      },
    },
  },
  de: {
    subject: (title, more) => (more === 0 ? title : `${title} und ${more} weitere`),
    heading: 'Dein Morgen',
    open: 'In Omomi lesen',
    original: 'Beim Verlag',
    alsoIn: (feeds) => `auch bei ${feeds}`,
    footer: 'Omomi schickt dir das, weil du es eingestellt hast.',
    stop: 'Keine solchen Mails mehr',
    settings: 'Uhrzeit und Tage',
    confirm: {
      subject: 'Soll die Morgenausgabe hierher kommen?',
      text: 'Jemand möchte die Morgenausgabe von Omomi an diese Adresse bekommen. Wenn du das bist, bestätige sie:',
      button: 'Adresse bestätigen',
      ignore: 'Wenn nicht, tu nichts. Es kommt keine weitere Mail.',
    },
    deeds: {
      confirm: {
        title: 'Morgenausgabe',
        text: 'Soll die Morgenausgabe von Omomi an deine Adresse kommen?',
        button: 'Ja, schicken',
        done: 'Die Adresse ist bestätigt. Die nächste Ausgabe kommt zur gewählten Zeit.',
      },
      stop: {
        title: 'Morgenausgabe',
        text: 'Möchtest du keine Mails der Morgenausgabe mehr?',
        button: 'Keine Mails mehr',
        done: 'Du bekommst keine solchen Mails mehr. In den Einstellungen kannst du sie wieder einschalten.',
      },
      silence: {
        title: 'Benachrichtigungen',
        text: 'Möchtest du keine Benachrichtigungen als Mail mehr?',
        button: 'Keine Mails mehr',
        done: 'Du bekommst keine solchen Mails mehr. In den Einstellungen kannst du sie wieder hinzufügen.',
      },
    },
  },
};

export const morningWords = (language: Language): MorningWords => languages[language];

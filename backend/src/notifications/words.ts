import type { Deed, Language } from '../contract/index.ts';

type NotificationWords = {
  open: string;
  deeds: Record<Deed, string>;
  /** The feed of an article whose story has articles of other feeds too. */
  andOthers: (feed: string, count: number) => string;
  /** The first message of a new channel. */
  first: string;
  /** The link of a mail that ends mails of notifications. */
  noMails: string;
};

const languages: Record<Language, NotificationWords> = {
  en: {
    open: 'Open',
    deeds: { later: 'Read later', less: 'Less like this' },
    andOthers: (feed, count) => `${feed} and ${count} more`,
    first: 'Notifications of Omomi will come here.',
    noMails: 'No more of these mails',
  },
  ja: {
    open: '開く',
    deeds: { later: 'あとで読む', less: 'この話題を減らす' },
    andOthers: (feed, count) => `${feed}、ほか${count}件`,
    first: 'Omomi の通知がここに届きます。',
    noMails: '通知メールを停止する',
  },
  de: {
    open: 'Öffnen',
    deeds: { later: 'Später lesen', less: 'Weniger davon' },
    andOthers: (feed, count) => `${feed} und ${count} weitere`,
    first: 'Hier kommen die Benachrichtigungen von Omomi an.',
    noMails: 'Keine solchen Mails mehr',
  },
};

export const notificationWords = (language: Language): NotificationWords => languages[language];

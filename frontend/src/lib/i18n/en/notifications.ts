import { counted } from '../counted.ts';

export const notifications = {
  title: 'Notifications',
  row: 'Notify me of what matters',
  rowHint: 'A message for each must-read, on your phone or in another app.',
  setUp: 'Set up',
  on: 'Send notifications',
  onHint: 'Only what arrives from now on, each story once.',
  needsChannel: 'Add a channel first.',
  what: 'What',
  mustRead: 'What must be read',
  feed: (title: string): string => `All of “${title}”`,
  search: (name: string): string => `What the search “${name}” finds`,
  searchHint: 'It looks at titles and the beginnings of texts here.',
  most: 'At most',
  aDay: (n: number): string => `${n} a day`,
  quiet: 'Quiet hours',
  quietHint: (zone: string): string => `In the time of ${zone}. The same time twice: none.`,
  from: 'From',
  to: 'To',
  channels: 'Channels',
  noChannels: 'None yet.',
  add: 'Add',
  mail: 'Mail',
  mailsTo: (address: string): string => `Add mails to ${address}`,
  thisDevice: 'Add this device',
  browser: 'Browser',
  refused: 'This browser does not allow Omomi to show notifications. Allow it in its settings for this page.',
  kind: 'Kind of channel',
  address: {
    ntfy: 'Address of the topic',
    telegram: 'Id of the chat, or @name of a channel',
    webhook: 'Address',
  },
  secret: {
    ntfy: 'Access token, if it needs one',
    telegram: 'Token of your bot',
    webhook: 'Secret, sent as x-omomi-secret',
  },
  remove: 'Remove',
  removeOf: (name: string): string => `Remove ${name}`,
  works: 'Works.',
  problems: {
    refused: (status: number | null): string => `The last message was refused (${status ?? '?'}).`,
    unreachable: 'There was no answer to the last message.',
    address_refused: 'Omomi does not send to this address: it is in a private network.',
  },
  preview: (n: number): string =>
    n === 0
      ? 'Last week this would have been nothing.'
      : `Last week this would have been ${counted(n, 'notification', 'notifications')}`,
};

export const morning = {
  title: 'Morning edition',
  row: 'Morning edition',
  rowHint:
    'The stories of the last day, as a mail and for e-readers, at the hour and on the days that you choose.',
  noServer:
    'This Omomi sends no mails. Whoever runs it can change that by MAIL_FROM, on a computer of their own together with SMTP_URL.',
  address: 'Your e-mail address',
  addressHint: 'An address of Kindle or PocketBook gets the edition as a book (EPUB).',
  save: 'Save',
  unconfirmed:
    'A mail with a link is on its way to this address. Follow the link, then the edition can come.',
  failed: (status: number | null): string => `The last mail did not arrive (${status ?? 'no answer'}).`,
  lastSent: (at: string): string => `Last sent: ${at}`,
  waiting: 'Nothing sent yet.',
  remove: 'Remove the address',
  on: 'Make the edition',
  onHint:
    'Each day once, if there are stories. The catalogue for e-readers has it for 31 days, also without an address.',
  hour: 'Hour',
  hourHint: (zone: string): string => `In the time of ${zone}.`,
  days: 'Days',
  now: 'Send the last day now',
  sent: {
    sent: 'Sent.',
    empty: 'There is no story of the last day.',
    failed: 'No server took the mail.',
    lost: 'The connection broke off. It may have arrived.',
  },
};

import type { Edition } from '../edition/gather-edition.ts';
import { writeEpub } from '../edition/write-epub.ts';
import type { Mail } from '../model/mail.ts';
import { deedAddress, stopHeaders } from '../notifications/mail-links.ts';
import { documentOf } from '../notifications/mail-style.ts';
import { escaped } from '../lib/markup.ts';
import { wordsIn } from '../languages/words-in.ts';
import type { Addressed } from './morning-mail.ts';

/**
 * Returns an edition as a mail to an e-reader: the book, EPUB 3 with all texts and without pictures, which keeps the mail far below
 * what mail servers take. The service of the e-reader shows nobody the text of the mail.
 */
export const bookMail = (edition: Edition, addressed: Addressed): Mail => {
  const words = wordsIn(addressed.language).morning;
  const stop = deedAddress(addressed, 'stop');
  const subject = edition.words.title(edition.day);
  return {
    to: addressed.address,
    subject,
    text: [subject, `${words.stop}: ${stop}`].join('\n\n'),
    html: documentOf(
      addressed.language,
      subject,
      `<h1>${escaped(subject)}</h1>\n<p class="foot"><a href="${escaped(stop)}">${escaped(words.stop)}</a></p>`,
    ),
    headers: stopHeaders(stop),
    attachments: [
      {
        name: `omomi-${edition.day}.epub`,
        type: 'application/epub+zip',
        bytes: writeEpub(edition, new Map()),
      },
    ],
  };
};

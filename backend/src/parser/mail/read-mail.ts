import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { parseDate } from '../fields/dates.ts';
import { MAIL_BYTES, MAIL_TOO_LARGE, MAX_AUTHOR, MAX_GUID, MAX_TITLE, cutText } from '../fields/limits.ts';
import { ParseError, type ParsedItem } from '../fields/parsed-feed.ts';
import { escapeHtml, plainText } from '../fields/text.ts';
import { mailHtml, textHtml } from './mail-html.ts';

/** The most bytes of all headers, those of the parts too. */
const HEADER_BYTES = 256 * 1024;
/** How deeply the parts of a mail may be nested. */
const PART_DEPTH = 30;
/** How deeply mails within mails are read. */
const MAIL_DEPTH = 3;
/** The longest address for unsubscribing, in UTF-16 units. */
const MAX_UNSUBSCRIBE = 1000;
/** The most attachments that are named below the text. */
const NAMED_ATTACHMENTS = 20;

/** The results of checking the sender, by the server that received the mail or by this one, in the words of RFC 8601. */
export type SenderChecks = { spf: string | null; dkim: string | null };

/** A mail as an item of a feed. */
export type ParsedMail = {
  item: ParsedItem;
  /** The address of the sender in lower case. */
  from: string;
  /** The sender's name, or the address without one. */
  sender: string;
  /** Where to unsubscribe, an address of https or mailto; null if the mail names none. */
  unsubscribe: string | null;
  /** The results in its first header `Authentication-Results`; null without one. */
  checks: SenderChecks | null;
  /** The addresses to which it was sent or delivered, in lower case. */
  recipients: string[];
};

/** Reads a mail (RFC 5322, MIME). Throws ParseError whose message says why it cannot be shown. */
export type ReadMail = (bytes: Uint8Array) => Promise<ParsedMail>;

const refused = (why: string): ParseError => new ParseError('parse_failed', why);

const parse = async (bytes: Uint8Array): Promise<Email> => {
  if (bytes.length > MAIL_BYTES) throw new ParseError('too_complex', `${MAIL_TOO_LARGE}.`);
  try {
    return await PostalMime.parse(readableHead(bytes), {
      maxNestingDepth: PART_DEPTH,
      maxHeadersSize: HEADER_BYTES,
      maxRfc822NestingDepth: MAIL_DEPTH,
    });
  } catch (error) {
    throw refused(`The mail cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
};

/** Returns the addresses of mailboxes, those of groups too. */
const mailboxes = (addresses: readonly (Address | undefined)[]): { name: string; address: string }[] =>
  addresses.flatMap((one) => (one === undefined ? [] : (one.group ?? [one])));

const isAddress = (address: string): boolean => /^[^\s@<>]{1,200}@[^\s@<>]{1,200}$/.test(address);

const senderOf = ({ from, sender, replyTo }: Email): { name: string; address: string } => {
  const found = mailboxes([from, sender, ...(replyTo ?? [])]).find(({ address }) => isAddress(address));
  if (found === undefined) throw refused('This is not a mail, or it names no sender.');
  return { name: oneLine(found.name), address: found.address.toLowerCase() };
};

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

const headerOf = ({ headers }: Email, name: string): string | null =>
  headers.find(({ key }) => key === name)?.value ?? null;

/** Returns where the header `List-Unsubscribe` leads (RFC 2369): to a page before an address of mail. */
const unsubscribeIn = (header: string | null): string | null => {
  const named = [...(header ?? '').slice(0, 8192).matchAll(/<([^<>]{1,2000})>/g)].flatMap(([, address]) => {
    const url = URL.parse((address ?? '').replace(/\s/g, ''));
    return url === null || url.href.length > MAX_UNSUBSCRIBE ? [] : [url];
  });
  const found =
    named.find(({ protocol }) => protocol === 'https:') ??
    named.find(({ protocol }) => protocol === 'mailto:');
  return found?.href ?? null;
};

/** Returns the result of a method, with the domain that it is about; null if the header has none (RFC 8601, 2.2). */
const resultIn = (header: string, method: RegExp, property: RegExp): string | null => {
  for (const part of header.split(';')) {
    const [, word] = method.exec(part) ?? [];
    const [, domain] = property.exec(part) ?? [];
    if (word !== undefined) return (domain === undefined ? word : `${word} (${domain})`).toLowerCase();
  }
  return null;
};

const checksIn = (header: string | null): SenderChecks | null =>
  header === null
    ? null
    : {
        spf: resultIn(
          header,
          /^\s{0,50}spf\s{0,5}=\s{0,5}([a-z]{1,20})/i,
          /\ssmtp\.mailfrom=(?:[^\s;@]{0,100}@)?([\w.-]{1,100})/i,
        ),
        dkim: resultIn(
          header,
          /^\s{0,50}dkim\s{0,5}=\s{0,5}([a-z]{1,20})/i,
          /\sheader\.[di]=@?([\w.-]{1,100})/i,
        ),
      };

const recipientsOf = (email: Email): string[] => {
  const named = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'].flatMap((name) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value.replace(/[<>\s]/g, '')),
  );
  const written = mailboxes([...(email.to ?? []), ...(email.cc ?? [])]).map(({ address }) => address);
  return [...new Set([...named, ...written].map((address) => address.toLowerCase()))]
    .filter(isAddress)
    .slice(0, 50);
};

/** Parts that are not meant for readers. */
const isTechnical =
  /^(?:application\/(?:pgp-signature|(?:x-)?pkcs7-signature)|text\/x-amp-html|message\/(?:delivery-status|feedback-report))$/;

/** Returns the names of what is sent with a mail and is not shown. */
const attachmentNames = (attachments: readonly Attachment[]): string[] =>
  attachments
    .filter(({ mimeType, related, disposition, filename }) => {
      if (isTechnical.test(mimeType)) return false;
      return related !== true && (disposition === 'attachment' || filename !== null);
    })
    .slice(0, NAMED_ATTACHMENTS)
    .map(({ filename, mimeType }) => cutText(oneLine(filename ?? mimeType), 100));

/** Refuses a mail whose text is in a form that is not read. */
const refuseClosed = (email: Email, text: string): void => {
  const type = (headerOf(email, 'content-type') ?? '').toLowerCase();
  if (/^\s*multipart\/encrypted|^\s*application\/(?:x-)?pkcs7-mime/.test(type))
    throw refused('The mail is encrypted, or signed in a way that hides its text.');
  if (text === '' && email.attachments.some(({ mimeType }) => /\/(?:vnd\.)?ms-tnef$/.test(mimeType)))
    throw refused('The text of the mail is in winmail.dat, a form of Outlook that is not read.');
};

const contentOf = (email: Email): string => {
  const html = email.html === undefined ? '' : mailHtml(email.html);
  const isShown = plainText(html) !== '' || html.includes('<img');
  const text = isShown ? html.trim() : textHtml(email.text ?? '');
  refuseClosed(email, text);
  const names = attachmentNames(email.attachments);
  return names.length === 0 ? text : `${text}\n<p>📎 ${names.map(escapeHtml).join(' · ')}</p>`;
};

/**
 * Reads a mail: its HTML without hidden parts and pictures that report the opening, or its plain text; the names of its
 * attachments, which are not kept. At most 5 MB, 30 levels of parts and 256 KB of headers are read.
 */
export const readMail: ReadMail = async (bytes) => {
  const email = await parse(bytes);
  const { name, address } = senderOf(email);
  const content = contentOf(email);
  const title = oneLine(email.subject ?? '');
  if (title === '' && content === '') throw refused('The mail is empty.');
  const sender = cutText(name === '' ? address : name, MAX_AUTHOR);
  const guid = email.messageId?.trim() ?? '';
  return {
    item: {
      guid: guid === '' || guid.length > MAX_GUID ? null : guid,
      link: null,
      title: cutText(title, MAX_TITLE),
      content,
      summary: null,
      author: address,
      categories: [],
      published_at: parseDate(headerOf(email, 'date')),
      updated_at: null,
      enclosures: [],
      image_url: null,
    },
    from: address,
    sender,
    unsubscribe: unsubscribeIn(headerOf(email, 'list-unsubscribe')),
    checks: checksIn(headerOf(email, 'authentication-results')),
    recipients: recipientsOf(email),
  };
};

const CR = 13;
const LF = 10;

/** Returns the index after the empty line that ends the headers; the length of the mail if there is none. */
const endOfHead = (bytes: Uint8Array): number => {
  for (let index = bytes.indexOf(LF); index !== -1; index = bytes.indexOf(LF, index + 1)) {
    const next = bytes[index + 1] === CR ? index + 2 : index + 1;
    if (bytes[next] === LF) return next + 1;
  }
  return bytes.length;
};

const decoded = (bytes: Uint8Array, charset: string): string | null => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const ascii = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The sequences by which ISO-2022-JP changes to Japanese characters. */
// oxlint-disable-next-line no-control-regex
const japanese = /\x1b\$[@B]/;

const withHead = (head: string, body: Uint8Array): Uint8Array =>
  Buffer.concat([new TextEncoder().encode(head), body]);

/**
 * Returns a mail whose headers a parser reads, which takes them as UTF-8: headers that were sent in another encoding,
 * without saying so, are read in that of the text. A mail in ISO-2022-JP from before MIME gets a header that says so.
 */
const readableHead = (bytes: Uint8Array): Uint8Array => {
  const end = endOfHead(bytes);
  const head = bytes.subarray(0, end);
  const body = bytes.subarray(end);
  const text = ascii(head);
  const charset = /charset\s{0,5}=\s{0,5}"?([\w-]{1,40})/i.exec(text)?.[1] ?? null;
  const isOld = charset === null && japanese.test(ascii(body.subarray(0, 10_000)));
  const type = isOld ? 'Content-Type: text/plain; charset=iso-2022-jp\r\n' : '';
  if (isOld || japanese.test(text)) {
    const read = decoded(head, 'iso-2022-jp');
    if (read !== null) return withHead(type + read, body);
  }
  if (decoded(head, 'utf-8') !== null) return bytes;
  const read = [charset, 'windows-1252'].flatMap((each) =>
    each === null ? [] : (decoded(head, each) ?? []),
  )[0];
  return read === undefined ? bytes : withHead(read, body);
};

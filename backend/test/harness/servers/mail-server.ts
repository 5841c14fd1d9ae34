import { createServer, type AddressInfo, type Socket } from 'node:net';

/** How the server answers a mail: it takes it, refuses it by a reply, or ends the connection before or after it has the mail. */
export type MailAnswer =
  | 'takes it'
  | 'refuses the address'
  | 'refuses the mail'
  | 'breaks off before'
  | 'breaks off after';

/** A mail as it came: the addresses of its envelope and its lines, without the dots that SMTP adds. */
type ReceivedMail = {
  from: string;
  to: string[];
  raw: string;
  answer: MailAnswer;
  login: string | null;
};

const LINE = '\r\n';

type Session = { from: string; to: string[]; login: string | null };

/** Starts a server on loopback that takes mails by SMTP (RFC 5321) with AUTH PLAIN. */
export const startMailServer = async () => {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const state: { answers: () => MailAnswer } = { answers: () => 'takes it' };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const say = (...lines: string[]) => socket.write(lines.map((line) => `${line}${LINE}`).join(''));
    let session: Session = { from: '', to: [], login: null };
    let answer: MailAnswer = 'takes it';
    let isData = false;
    let text = '';

    const takeMail = (raw: string) => {
      received.push({ ...session, raw, answer });
      if (answer === 'breaks off after') socket.destroy();
      else say(answer === 'refuses the mail' ? '554 5.7.1 No, <anna@example.org>' : '250 2.0.0 OK');
    };
    const take = (line: string) => {
      const [, address = ''] = /<(.*?)>/.exec(line) ?? [];
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'EHLO') say('250-mail.example', '250-AUTH PLAIN', '250 8BITMIME');
      else if (word === 'AUTH') {
        session.login = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
        say('235 2.7.0 OK');
      } else if (word === 'MAIL') {
        answer = state.answers();
        session = { ...session, from: address, to: [] };
        if (answer === 'breaks off before') socket.destroy();
        else say('250 OK');
      } else if (word === 'RCPT') {
        session.to.push(address);
        if (answer === 'refuses the address') received.push({ ...session, raw: '', answer });
        say(answer === 'refuses the address' ? '550 5.1.1 Nobody' : '250 OK');
      } else if (word === 'DATA') {
        isData = true;
        say('354 Go on');
      } else if (word === 'QUIT') socket.end(`221 Bye${LINE}`);
      else say('250 OK');
    };
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += String(chunk);
      for (;;) {
        const end = text.indexOf(isData ? `${LINE}.${LINE}` : LINE);
        if (end === -1) return;
        const part = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          takeMail(part.replaceAll(/^\./gm, ''));
        } else take(part);
      }
    });
    say('220 mail.example ESMTP');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Decides about each mail that comes from now on. */
    answer: (answers: () => MailAnswer) => {
      state.answers = answers;
    },
    /** Returns the mails so far, read, and forgets them. */
    take: () => received.splice(0).map((mail) => ({ ...mail, ...readMail(mail.raw) })),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Decodes quoted-printable (RFC 2045, 6.7). */
const decodeQuoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=[ \t]*\r\n/g, '')
      .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  );

/** Decodes the words of a header (RFC 2047). Neighbouring words are joined. */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : decodeQuoted(word.replaceAll('_', ' '))
      ).toString(),
    );

type ReadPart = { headers: Map<string, string>; body: string };

const readPart = (raw: string): ReadPart => {
  const end = raw.indexOf(LINE + LINE);
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split(LINE);
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
  const coded = raw.slice(end + 4);
  const encoding = headers.get('content-transfer-encoding');
  const body =
    encoding === 'quoted-printable'
      ? decodeQuoted(coded).toString()
      : encoding === 'base64'
        ? Buffer.from(coded, 'base64').toString()
        : coded;
  return { headers, body: body.replaceAll(LINE, '\n') };
};

/** Reads a mail of two parts, text and HTML, as a mail program does. */
const readMail = (raw: string) => {
  const { headers } = readPart(raw);
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '') ?? [];
  const parts =
    boundary === ''
      ? []
      : raw
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => readPart(part.slice(2)));
  const bodyOf = (type: string) =>
    parts.find((part) => part.headers.get('content-type')?.startsWith(type) === true)?.body ?? '';
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html') };
};

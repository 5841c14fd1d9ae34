import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { anyCharacter } from '../../test/harness/samples/any-character.ts';
import { openMail } from './open-mail.ts';

type Sent = {
  FromEmailAddress: string;
  Content: {
    Simple: {
      Subject: { Data: string };
      Headers: { Name: string; Value: string }[];
      Attachments: { FileName: string; ContentType: string; RawContent: string }[];
    };
  };
};

const asked: Sent[] = [];
const taken = (response: ServerResponse) => void response.writeHead(200).end('{"MessageId":"1"}');
let answer = taken;
const server = createServer(async (request, response) => {
  asked.push((await json(request)) as Sent);
  answer(response);
});
const lines: string[] = [];
const log = {
  warn: (message: string, fields: object) => void lines.push(JSON.stringify({ message, ...fields })),
};
const sender = (from = 'omomi@example.org') =>
  openMail({ log }, from, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
  });
const mail = { to: 'anna@example.org', subject: 'Today', text: 'Text.', html: '<p>HTML.</p>' };

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const refusal = (status: number) => (response: ServerResponse) =>
  void response
    .writeHead(status, { 'x-amzn-errortype': 'MessageRejected' })
    .end('{"message":"Email address is not verified: anna@example.org"}');

it.each<[string, typeof answer, object]>([
  ['sent if SES takes it', taken, { state: 'sent' }],
  ['failed if SES refuses it', refusal(400), { state: 'failed', status: 400 }],
  ['failed if SES is asked too often', refusal(429), { state: 'failed', status: 429 }],
  ['lost if SES fails', refusal(500), { state: 'lost' }],
  ['lost if the connection breaks off', (response) => void response.destroy(), { state: 'lost' }],
])('a mail is %s, and is asked for once in any case', async (_, given, outcome) => {
  answer = given;
  expect(await sender()(mail)).toEqual(outcome);
  expect(asked.splice(0)).toHaveLength(1);
  // An answer may repeat the address.
  expect(lines.join()).not.toContain('anna');
});

it('a mail failed without a server, and may be sent again', async () => {
  const nowhere = openMail({ log }, 'omomi@example.org', {
    endpoint: 'http://127.0.0.1:1',
    region: 'eu-central-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
  });
  expect(await nowhere(mail)).toEqual({ state: 'failed', status: null });
});

const decoded = (from: string) =>
  from.replaceAll(/=\?UTF-8\?B\?(.*?)\?=( (?==\?))?/g, (_, word: string) =>
    Buffer.from(word, 'base64').toString('utf8'),
  );

it('a mail has a sender in ASCII and no header of more than one line, whatever it is made of', async () => {
  answer = taken;
  const anyText = fc.string({ unit: anyCharacter, maxLength: 60 });
  const anyName = anyText.map((name) => name.replaceAll(/[<>"\p{C}]/gu, '').trim());
  await fc.assert(
    fc.asyncProperty(anyName, anyText, async (name, text) => {
      const headers = { 'List-Unsubscribe': `<https://omomi.example>${text}\r\nBcc: eve@example.org` };
      await sender(`${name} <omomi@example.org>`)({ ...mail, subject: `A\r\n${text}`, headers });
      const [{ FromEmailAddress: from, Content }] = asked.splice(0) as [Sent];
      expect(from).toMatch(/^[ -~]*<omomi@example\.org>$/);
      for (const word of from.split(' ')) expect(word.length).toBeLessThanOrEqual(75);
      expect(decoded(from)).toBe(`${name} <omomi@example.org>`);
      const { Subject, Headers } = Content.Simple;
      for (const line of [Subject.Data, ...Headers.map(({ Value }) => Value)])
        expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
    }),
    { numRuns: runs(100) },
  );
});

it('what goes with a mail is sent with its name and type', async () => {
  answer = taken;
  const bytes = Uint8Array.of(0, 255, 13, 10);
  await sender()({ ...mail, attachments: [{ name: 'a.epub', type: 'application/epub+zip', bytes }] });
  expect(asked.splice(0)[0]!.Content.Simple.Attachments).toEqual([
    {
      FileName: 'a.epub',
      ContentType: 'application/epub+zip',
      RawContent: Buffer.from(bytes).toString('base64'),
    },
  ]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/harness/app.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { startMailServer, type MailServer } from '../../../test/harness/servers/mail-server.ts';
import { createSmtpMail, readSmtpUrl } from './smtp-mail.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const now = () => new Date('2026-03-01T08:00:00.000Z');
const lines: string[] = [];
const heard = (message: string, fields: object) => void lines.push(JSON.stringify({ message, ...fields }));
const log = { ...silentLog, warn: heard };
const mail = { to: 'anna@example.org', subject: 'Today', text: 'Text.', html: '<p>HTML.</p>' };
const sender = (url = server.url) => createSmtpMail({ log, now }, url, 'Omomi 朝刊 <omomi@example.org>');

describe('a mail', () => {
  it('arrives with its subject, both parts and its headers, in any letters', async () => {
    const text = '一行目です。\n.\n..\nFrom the top\n' + 'ä'.repeat(300);
    const headers = { 'List-Unsubscribe': `<https://omomi.example/${'a'.repeat(200)}>` };
    const given = { ...mail, subject: '今日の話題 ☕ — Ünïcode', text, html: `<p>${text}</p>`, headers };
    expect(await sender()(given)).toEqual({ state: 'sent' });
    const [taken] = server.take();
    expect(taken).toMatchObject({ from: 'omomi@example.org', to: ['anna@example.org'], text });
    expect(taken!.html).toBe(`<p>${text}</p>`);
    expect(Object.fromEntries(taken!.headers)).toMatchObject({
      from: 'Omomi 朝刊 <omomi@example.org>',
      to: 'anna@example.org',
      subject: given.subject,
      date: 'Sun, 01 Mar 2026 08:00:00 +0000',
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': headers['List-Unsubscribe'],
    });
    for (const line of taken!.raw.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998);
  });

  it('has no header and no recipient that a subject or a text brings', async () => {
    const breaks = fc.constantFrom('\r\n', '\n', '\r', '\r\n\r\n', '\u2028', '\0', '\r\n.\r\n');
    const anyText = fc
      .array(
        fc.oneof(
          breaks,
          fc.constantFrom('Bcc: eve@example.org', 'RCPT TO:<eve@example.org>'),
          fc.string({ unit: anyCharacter }),
        ),
      )
      .map((parts) => parts.join(''));
    const send = sender();
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (subject, text) => {
        expect(await send({ ...mail, subject: `S${subject}`, text, html: text })).toEqual({ state: 'sent' });
        const all = server.take();
        expect(all).toHaveLength(1);
        expect(all[0]!.to).toEqual(['anna@example.org']);
        expect([...all[0]!.headers.keys()].toSorted()).toEqual(
          'auto-submitted content-type date from message-id mime-version subject to'.split(' '),
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it('failed if no server took it, and is lost if one may have', async () => {
    server.answer(() => 'refuses the address');
    expect(await sender()(mail)).toEqual({ state: 'failed', status: 550 });
    server.answer(() => 'refuses the mail');
    expect(await sender()(mail)).toEqual({ state: 'failed', status: 554 });
    server.answer(() => 'breaks off after');
    expect(await sender()(mail)).toEqual({ state: 'lost' });
    server.answer(() => 'takes it');
    const other = await startMailServer();
    await other.close();
    expect(await sender(other.url)(mail)).toEqual({ state: 'failed', status: null });
    expect(lines).toHaveLength(4);
    // A reply may repeat the address.
    expect(lines.join()).not.toContain('anna');
    server.take();
  });

  it('goes with the name and the password of the address, over TLS unless the server is on this machine', async () => {
    await sender(server.url.replace('//', '//anna%40example.org:p%3Aw@'))(mail);
    expect(server.take()[0]?.login).toBe('\0anna@example.org\0p:w');
    expect(readSmtpUrl('smtp://a:b@mail.example')).toMatchObject({ port: 587, requireTLS: true });
    expect(readSmtpUrl('smtp://mail.example:25')).toMatchObject({ port: 25, requireTLS: false, auth: null });
    expect(readSmtpUrl('smtps://a:b@[::1]')).toMatchObject({ host: '::1', port: 465, secure: true });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyFor } from '../../../src/limits/limiter.ts';
import { listenForMails, type CheckSender } from '../../../src/local/mail/listener.ts';
import { openListener } from '../../../src/local/mail/open-listener.ts';
import { ParseError } from '../../../src/parser/fields/parsed-feed.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { sendMail } from '../../harness/servers/send-mail.ts';
import { htmlMail, mail, part, textMail } from '../../harness/samples/mail-samples.ts';

let app: TestApp;
let listener: Awaited<ReturnType<typeof listenForMails>>;
let address: string;
const checked: unknown[] = [];
const check: CheckSender = (delivery, bytes) => {
  checked.push([delivery, bytes.length]);
  return Promise.resolve({ spf: 'pass', dkim: 'none' });
};
const host = '127.0.0.1';

beforeEach(async () => {
  app = await startTestApp({ newsletterAddress: '*@news.example' });
  listener = await listenForMails(app.ctx, { host, port: 0, check });
  const feed = await app.as('local').call('addNewsletter', { body: {} });
  address = feed.url.replace('mailto:', '');
});
afterEach(async () => {
  await listener.close();
  await app.close();
});

const send = (raw: Uint8Array, ...to: string[]): Promise<number> =>
  sendMail(listener.port, raw, to, { from: 'bounce@rain.example', name: 'mx.rain.example' });

/** Says these lines in turn, each after the answer to the one before. Returns the code of each answer. */
const say = (...lines: string[]): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const codes: string[] = [];
    const rest = [...lines];
    let text = '';
    const socket = connect(listener.port, host)
      .on('data', (data) => {
        text += data.toString('latin1');
        for (const [whole, code] of text.matchAll(/(\d{3}) [^\r]*\r\n/g)) {
          codes.push(code ?? '');
          text = text.slice(text.indexOf(whole) + whole.length);
          const next = rest.shift();
          if (next !== undefined) socket.write(`${next}\r\n`);
          else if (socket.writable) socket.end('QUIT\r\n');
        }
      })
      .on('close', () => resolve(codes.slice(0, lines.length + 1)))
      .on('error', reject);
  });

const titles = async () => {
  await app.settle();
  return testReader(app).titles();
};

describe('the listener for mails', () => {
  it('takes a mail for a newsletter, once however often it comes, and keeps what was found of its sender', async () => {
    checked.length = 0;
    const raw = htmlMail('<p>Rain.</p>');
    expect(await send(raw, address)).toBe(250);
    expect(await send(raw, address.toUpperCase())).toBe(250);
    expect(await titles()).toEqual(['Rain over the mountains']);
    expect(checked[0]).toEqual([
      { address: host, helo: 'mx.rain.example', from: 'bounce@rain.example' },
      expect.any(Number),
    ]);
    const [feed] = await testReader(app).feeds();
    const params = { feed_id: feed?.feed_id ?? '' };
    expect(await app.as('local').call('getNewsletter', { params })).toMatchObject({
      from: 'news@rain.example',
      spf: 'pass',
      dkim: 'none',
    });
  });

  it('refuses other recipients with 550, more than 5 MB with 552 and what cannot be shown with 554', async () => {
    expect(await send(textMail('Rain.'), 'anna@news.example')).toBe(550);
    expect(await send(textMail('Rain.'), `a${address}`)).toBe(550);
    expect(await send(textMail('x'.repeat(5_000_000)), address)).toBe(552);
    expect(await send(mail(part('application/pkcs7-mime', 'x')), address)).toBe(554);
    expect(await titles()).toEqual([]);
    // One of two recipients is enough.
    expect(await send(textMail('Rain.'), address, 'anna@news.example')).toBe(250);
    expect(await titles()).toHaveLength(1);
  });

  it('refuses a mail that says it is too large before it comes, and relays and authenticates nobody', async () => {
    expect(await say('EHLO a.example', 'MAIL FROM:<a@b.example> SIZE=5000001')).toEqual([
      '220',
      '250',
      '552',
    ]);
    expect(await say('EHLO a.example', 'AUTH PLAIN AGEAYg==')).toEqual(['220', '250', '500']);
    expect(await say('HELO a.example', 'MAIL FROM:<>', 'RCPT TO:<x@elsewhere.example>', 'DATA')).toEqual([
      '220',
      '250',
      '250',
      '550',
      '503',
    ]);
    expect(await say('HELO a.example', `MAIL FROM:<>`, `RCPT TO:<${address}>`)).toEqual([
      '220',
      '250',
      '250',
      '250',
    ]);
  });

  it('asks to try again later if reading takes too long, while the storage fails, and for too many mails', async () => {
    const { seen, limiter, parser } = app.ctx;
    const tooLong = new ParseError('too_complex', 'Reading the document takes more than 5 seconds.');
    app.ctx.parser = { ...parser, readMail: () => Promise.reject(tooLong) };
    expect(await send(textMail('Rain.'), address)).toBe(451);
    app.ctx.parser = parser;
    app.ctx.seen = { ...seen, get: () => Promise.reject(new Error('no storage')) };
    expect(await send(textMail('Rain.'), address)).toBe(451);
    app.ctx.seen = seen;
    const counted: string[] = [];
    app.ctx.limiter = async (rateClass, key) => {
      counted.push(key.text);
      return { ...(await limiter(rateClass, key)), is_allowed: counted.length < 2 };
    };
    await listener.close();
    listener = await listenForMails(app.ctx, { host, port: 0, check });
    expect(await send(textMail('Rain.'), address)).toBe(250);
    expect(await send(textMail('More.', { id: '<2@a>' }), address)).toBe(451);
    const viewer = { address: host, user_id: null, token_id: null, attempt: null };
    expect(new Set(counted)).toEqual(new Set([keyFor('hook', viewer).text]));
  });

  it('encrypts with the certificate of a folder, and says what is missing there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'omomi-tls-'));
    const options = { host, port: 0, tls: folder, check };
    await expect(listenForMails(app.ctx, options)).rejects.toThrow(/^NEWSLETTER_TLS=.* \(ENOENT\)$/);
    execFileSync(
      'openssl',
      [
        ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=news.example'.split(
          ' ',
        ),
        '-keyout',
        join(folder, 'privkey.pem'),
        '-out',
        join(folder, 'fullchain.pem'),
      ],
      { stdio: 'ignore' },
    );
    expect(await say('EHLO a.example', 'STARTTLS')).toEqual(['220', '250', '500']);
    await listener.close();
    listener = await listenForMails(app.ctx, options);
    expect(await say('EHLO a.example', 'STARTTLS')).toEqual(['220', '250', '220']);
    expect(await send(textMail('Rain.'), address)).toBe(250);
    await rm(folder, { recursive: true });
  });

  it('is opened where the settings say so, and nowhere without them', async () => {
    const at = { NEWSLETTER_LISTEN: `${host}:${listener.port}`, NEWSLETTER_TLS: undefined };
    await expect(openListener(app.ctx, at)).rejects.toThrow('EADDRINUSE');
    await listener.close();
    const close = await openListener(app.ctx, at);
    expect(await say('EHLO a.example')).toEqual(['220', '250']);
    await close();
    await expect(say('EHLO a.example')).rejects.toThrow('ECONNREFUSED');
    await (
      await openListener(app.ctx, { NEWSLETTER_LISTEN: undefined, NEWSLETTER_TLS: undefined })
    )();
  });

  it('says which address it cannot listen at', async () => {
    await expect(listenForMails(app.ctx, { host, port: listener.port, check })).rejects.toThrow(
      `NEWSLETTER_LISTEN=${host}:${listener.port} cannot be listened at: EADDRINUSE`,
    );
  });
});

import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { createCheckSender } from '../../../src/local/mail/check-sender.ts';
import { checkDkim } from '../../../src/local/mail/dkim.ts';
import { checkSpf, type Resolver } from '../../../src/local/mail/spf.ts';
import { runs } from '../../harness/property-runs.ts';

const now = new Date('2026-03-01T08:00:00.000Z');

// RFC 8463, appendix A, with its ed25519 signature.
const football = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`.replaceAll('\n', '\r\n');
const footballKey = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const rsaRecord = `v=DKIM1; p=${rsa.publicKey.toString('base64')}`;

/** Signs a mail by Nodemailer, another implementation. */
const signed = async (text: string, subject = 'Rain'): Promise<string> => {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    dkim: { domainName: 'rain.example', keySelector: 'may', privateKey: rsa.privateKey },
  });
  const { message } = await transport.sendMail({
    from: 'news@rain.example',
    to: 'a@b.example',
    subject,
    text,
  });
  return Buffer.isBuffer(message) ? message.toString() : '';
};

const textsOf = (records: Record<string, string[]>) => (name: string) => Promise.resolve(records[name] ?? []);
const dkim = (mail: string, records: Record<string, string[]>) =>
  checkDkim(Buffer.from(mail), textsOf(records), now);
const rain = { 'may._domainkey.rain.example': [rsaRecord] };
const ball = { 'brisbane._domainkey.football.example.com': [footballKey] };

describe('DKIM', () => {
  it('passes what the standard and another implementation signed, and fails what was changed since', async () => {
    expect(await dkim(football, ball)).toEqual({ result: 'pass', domain: 'football.example.com' });
    expect((await dkim(football.replace('lost', 'won'), ball)).result).toBe('fail');
    expect((await dkim(football.replace('dinner', 'lunch'), ball)).result).toBe('fail');
    // Relaxed: white space and the case of names do not count.
    expect(
      (await dkim(football.replace('lost the', 'lost  \t the').replace('Subject: ', 'SUBJECT:   '), ball))
        .result,
    ).toBe('pass');
    const mail = await signed('Rain fell.\n\nAnd more.  \n\n\n');
    expect(await dkim(mail, rain)).toEqual({ result: 'pass', domain: 'rain.example' });
    expect((await dkim(mail.replace('Rain fell', 'Snow fell'), rain)).result).toBe('fail');
    // Another sender above the signed one would be shown instead of it.
    expect((await dkim(`From: x@evil.example\r\n${mail}`, rain)).result).toBe('neutral');
  });

  it('says what is wrong with a key or a signature', async () => {
    const mail = await signed('Rain.');
    expect(await dkim('From: a@b.example\r\n\r\nRain.', {})).toEqual({ result: 'none', domain: null });
    expect((await dkim(mail, {})).result).toBe('permerror');
    expect((await dkim(mail, { 'may._domainkey.rain.example': ['v=DKIM1; p='] })).result).toBe('permerror');
    expect((await dkim(mail, { 'may._domainkey.rain.example': [footballKey] })).result).toBe('fail');
    expect(
      (await checkDkim(Buffer.from(mail), () => Promise.reject(new Error('no answer')), now)).result,
    ).toBe('temperror');
    expect((await dkim(mail.replace('a=rsa-sha256', 'a=rsa-sha1'), rain)).result).toBe('permerror');
    expect((await dkim(mail.replace('v=1;', 'v=1; l=3;'), rain)).result).toBe('neutral');
    expect((await dkim(mail.replace('v=1;', 'v=1; x=1000;'), rain)).result).toBe('neutral');
    // One signature that passes is enough.
    expect(
      (await dkim(`DKIM-Signature: v=1; a=rsa-sha256; d=x.example; s=a; h=from; bh=; b=\r\n${mail}`, rain))
        .result,
    ).toBe('pass');
  });

  it('passes every mail that Nodemailer signed, and none with a changed byte of its text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 200, minLength: 1 }),
        fc.string({ maxLength: 50 }),
        async (text, subject) => {
          const mail = await signed(`${text}\nEnd`, subject);
          expect((await dkim(mail, rain)).result).toBe('pass');
          expect((await dkim(`${mail.trimEnd()}.\r\n`, rain)).result).toBe('fail');
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

type Zone = Record<string, { txt?: string[]; a?: string[]; aaaa?: string[]; mx?: string[] }>;
const resolverOf = (zone: Zone): Resolver => ({
  texts: (name) => Promise.resolve(zone[name]?.txt ?? []),
  addresses: (name, family) => Promise.resolve((family === 4 ? zone[name]?.a : zone[name]?.aaaa) ?? []),
  exchanges: (name) => Promise.resolve(zone[name]?.mx ?? []),
});
const spf = async (record: string, address: string, zone: Zone = {}, from = 'bounce@rain.example') =>
  (
    await checkSpf(
      { address, helo: 'mx.rain.example', from },
      resolverOf({ 'rain.example': { txt: [record] }, ...zone }),
    )
  ).result;

describe('SPF', () => {
  it.each([
    ['v=spf1 ip4:192.0.2.0/24 -all', '192.0.2.9', 'pass'],
    ['v=spf1 ip4:192.0.2.0/24 -all', '192.0.3.9', 'fail'],
    ['v=spf1 ip4:192.0.2.7 ~all', '192.0.2.8', 'softfail'],
    ['v=spf1 ip4:192.0.2.7 ?all', '::ffff:192.0.2.7', 'pass'],
    ['v=spf1 ip6:2001:db8::/32 -all', '2001:db8:1::1', 'pass'],
    ['v=spf1 -ip6:2001:db8::1 +all', '2001:db8::1', 'fail'],
    ['v=spf1 a -all', '192.0.2.1', 'pass'],
    ['v=spf1 a:other.example/24 -all', '198.51.100.77', 'pass'],
    ['v=spf1 a//64 -all', '2001:db8::77', 'pass'],
    ['v=spf1 mx -all', '203.0.113.5', 'pass'],
    ['v=spf1 include:allowed.example -all', '192.0.2.50', 'pass'],
    ['v=spf1 include:allowed.example -all', '192.0.2.51', 'fail'],
    ['v=spf1 redirect=allowed.example', '192.0.2.51', 'softfail'],
    ['v=spf1 exists:%{ir}.list.%{d} -all', '192.0.2.60', 'pass'],
    ['v=spf1 exists:%{l1r-}.%{o}.by.example -all', '192.0.2.60', 'pass'],
    ['v=spf1 exists:%{o-}.x.%{s1} -all', '192.0.2.60', 'pass'],
    ['v=spf1 ptr -all', '192.0.2.1', 'fail'],
    ['v=spf1', '192.0.2.1', 'neutral'],
    ['v=spf1 exp=why.example -all', '192.0.2.1', 'fail'],
    ['v=spf2 -all', '192.0.2.1', 'none'],
    ['v=spf1 include:nothing.example -all', '192.0.2.1', 'permerror'],
    ['v=spf1 redirect=nothing.example', '192.0.2.1', 'permerror'],
    ['v=spf1 include:ring.example -all', '192.0.2.1', 'permerror'],
    ['v=spf1 rain -all', '192.0.2.1', 'permerror'],
    ['v=spf1 ip4:many -all', '192.0.2.1', 'permerror'],
    ['v=spf1 exists:%{q} -all', '192.0.2.1', 'permerror'],
  ])('by %j says of %s %s', async (record, address, result) => {
    const zone: Zone = {
      'rain.example': {
        txt: ['google-site-verification=1', record],
        a: ['192.0.2.1'],
        aaaa: ['2001:db8::1'],
        mx: ['mx.rain.example'],
      },
      'mx.rain.example': { a: ['203.0.113.5'] },
      'other.example': { a: ['198.51.100.1'] },
      'allowed.example': { txt: ['v=spf1 ip4:192.0.2.50 ~all'] },
      'ring.example': { txt: ['v=spf1 include:ring.example -all'] },
      '60.2.0.192.list.rain.example': { a: ['127.0.0.2'] },
      'bounce.rain.example.by.example': { a: ['127.0.0.2'] },
      'rain.example.x.example': { a: ['127.0.0.2'] },
    };
    expect(await spf(record, address, zone)).toBe(result);
  });

  it('goes by the name of the server without a sender, and says when no name server answers', async () => {
    const zone = { 'mx.rain.example': { txt: ['v=spf1 ip4:192.0.2.1 -all'] } };
    expect(await spf('v=spf1 -all', '192.0.2.1', zone, '')).toBe('pass');
    expect(
      await spf('v=spf1 -all', '192.0.2.1', { 'rain.example': { txt: ['v=spf1 -all', 'v=spf1 +all'] } }),
    ).toBe('permerror');
    const silent = { ...resolverOf({}), texts: () => Promise.reject(new Error('no answer')) };
    expect(await checkSpf({ address: '192.0.2.1', helo: 'x', from: 'a@rain.example' }, silent)).toEqual({
      result: 'temperror',
      domain: 'rain.example',
    });
    expect(await checkSpf({ address: '192.0.2.1', helo: 'x', from: '' }, silent)).toEqual({
      result: 'none',
      domain: null,
    });
  });

  it('ends whatever a record says', async () => {
    const term = fc.oneof(
      fc.constantFrom(
        'a',
        'mx',
        'all',
        '-all',
        'ptr',
        'include:rain.example',
        'exists:%{ir}.x',
        'redirect=rain.example',
        'ip6:::1',
        '%',
      ),
      fc.string({ maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(term, { maxLength: 30 }), async (terms) => {
        expect(await spf(`v=spf1 ${terms.join(' ')}`, '192.0.2.1')).toMatch(/^[a-z]+$/);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('the check of a sender', () => {
  it('names the domains that vouch', async () => {
    const check = createCheckSender(
      resolverOf({ 'rain.example': { txt: ['v=spf1 ip4:192.0.2.1 -all'] } }),
      () => now,
    );
    const delivery = { address: '192.0.2.1', helo: 'mx', from: 'a@rain.example' };
    expect(await check(delivery, Buffer.from('From: a@b.example\r\n\r\nRain.'))).toEqual({
      spf: 'pass (rain.example)',
      dkim: 'none',
    });
  });
});

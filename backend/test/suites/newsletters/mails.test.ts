import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ParseError } from '../../../src/parser/fields/parsed-feed.ts';
import { plainText } from '../../../src/parser/fields/text.ts';
import { sanitise } from '../../../src/parser/html/sanitise.ts';
import { readMail } from '../../../src/parser/mail/read-mail.ts';
import { createWorkerParser } from '../../../src/parser/worker-parser.ts';
import { runs, someOf } from '../../harness/property-runs.ts';
import { anyHtml } from '../../harness/samples/any-html.ts';
import { htmlMail, textMail } from '../../harness/samples/mail-samples.ts';
import { offences } from '../../harness/samples/offences.ts';
import { mails } from '../../harness/samples/mails.ts';

const none = 'mailto:nobody@omomi.invalid';
const seen = async (raw: Uint8Array) => {
  const read = await readMail(raw);
  const safe = sanitise(read.item.content, none);
  return { ...read, safe, text: plainText(safe) };
};

/** Returns the sentence with which a mail is refused; null if it is seen. Any other error is a fault. */
const refusalOf = (reading: Promise<unknown>): Promise<string | null> =>
  reading.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ParseError) return error.message;
      throw error;
    },
  );

/** Returns what the allow-list of the sanitiser does not permit in a mail; nothing in one that is refused. */
const offencesIn = (raw: Uint8Array): Promise<string[]> =>
  seen(raw).then(
    ({ safe }) => offences(safe),
    (error: unknown) => (error instanceof ParseError ? [] : [String(error)]),
  );

const refused = Object.entries(mails).filter(([, sample]) => sample.refused !== undefined);
const shown = Object.entries(mails).filter(([, sample]) => sample.refused === undefined);

describe('a mail', () => {
  it('is one of at least sixty kinds here', () => {
    expect(Object.keys(mails).length).toBeGreaterThanOrEqual(60);
  });

  it.each(shown)('is seen right: %s', async (_name, sample) => {
    const { title = 'Rain over the mountains', sender = 'Morning Rain', has = [], lacks = [] } = sample;
    const { item, safe, text, from, sender: by, unsubscribe } = await seen(sample.raw);
    expect({ title: item.title, sender: by, from }).toEqual({ title, sender, from: 'news@rain.example' });
    for (const part of has) expect(text).toContain(part);
    for (const part of lacks) expect(safe).not.toContain(part);
    expect(unsubscribe).toBe(sample.unsubscribe ?? null);
  });

  it.each(refused)('is refused with a reason: %s', async (_name, sample) => {
    expect(await refusalOf(readMail(sample.raw))).toMatch(sample.refused ?? '');
  });

  it('keeps pictures, tables with header cells and the links of plain text', async () => {
    expect((await seen(mails['a picture that is meant to be seen']!.raw)).safe).toContain(
      '<img src="https://rain.example/open/may.jpg"',
    );
    expect((await seen(mails['an HTML part of one picture']!.raw)).safe).toContain('alt="All of it"');
    expect(
      (await seen(mails['a table with numbers in one that places it']!.raw)).safe.match(/<t(able|h|d)\b/g),
    ).toHaveLength(5);
    const { safe } = await seen(mails['links in plain text']!.raw);
    expect([...safe.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      'https://rain.example/a?b=1&amp;c=2',
      'https://rain.example/b',
    ]);
    expect((await seen(mails['a request to confirm']!.raw)).safe).toContain(
      'href="https://rain.example/confirm?token=a%2Bb"',
    );
  });

  it('says when it was sent, by which id, to whom, and what was found of its sender', async () => {
    const more = [
      'Authentication-Results: mx.omomi.example; dkim=pass header.d=rain.example; spf = softfail (no) smtp.mailfrom=bounce@rain.example',
      'Authentication-Results: rain.example; dkim=fail; spf=fail',
      'Delivered-To: <abc@omomi.example>',
      '',
    ].join('\r\n');
    const raw = textMail('Rain.', {
      more,
      to: 'List <List@omomi.example>, b@c.example',
      date: 'Sun, 1 Mar 2026 09:30:00 +0900',
    });
    expect(await readMail(raw)).toMatchObject({
      item: {
        guid: '<1@rain.example>',
        published_at: '2026-03-01T00:30:00.000Z',
        author: 'news@rain.example',
      },
      checks: { spf: 'softfail (rain.example)', dkim: 'pass (rain.example)' },
      recipients: ['abc@omomi.example', 'list@omomi.example', 'b@c.example'],
    });
    expect((await readMail(mails['a date that is none']!.raw)).item.published_at).toBeNull();
    expect((await readMail(mails['no Message-ID']!.raw)).item.guid).toBeNull();
    expect((await readMail(mails['a Message-ID of 5,000 characters']!.raw)).item.guid).toBeNull();
    expect((await readMail(textMail('Rain.'))).checks).toBeNull();
  });

  it('is read or refused whatever bytes it has', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 500 }),
          anyHtml.map((html) => htmlMail(html)),
        ),
        async (raw) => {
          expect(await offencesIn(raw)).toEqual([]);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

const payloadFile = join(import.meta.dirname, '../../../../../shared/xss/payloads.txt');

describe.skipIf(!existsSync(payloadFile))('the payloads of shared/xss, sent by mail', () => {
  it('run nothing, as HTML, plain text, subject, name and file name', async () => {
    const payloads = readFileSync(payloadFile, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(payloads.length).toBeGreaterThan(1000);
    for (const payload of someOf(payloads))
      for (const raw of [
        htmlMail(payload),
        textMail(payload),
        textMail('Rain.', { subject: payload, from: `"${payload}" <a@b.example>` }),
      ]) {
        expect(await offencesIn(raw)).toEqual([]);
      }
  });
});

describe('hostile mails in a worker', { tags: ['long'] }, () => {
  const parser = createWorkerParser({
    workerUrl: new URL('../../../src/parser/worker.ts', import.meta.url),
    limitMs: 60_000,
  });
  afterAll(parser.close);

  it('are read or given up within the memory of the thread', async () => {
    for (const [, { raw }] of shown) expect(await refusalOf(parser.readMail(raw))).toBeNull();
    for (const [, sample] of refused)
      expect(await refusalOf(parser.readMail(sample.raw))).toMatch(sample.refused ?? '');
  });
});

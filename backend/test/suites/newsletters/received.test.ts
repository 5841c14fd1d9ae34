import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailsHandler } from '../../../src/app/mails.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader } from '../../harness/reader.ts';
import { mail, part, textMail } from '../../harness/samples/mail-samples.ts';
import { mails } from '../../harness/samples/mails.ts';
import { offences } from '../../harness/samples/offences.ts';

let app: TestApp;
let handle: (event: unknown) => Promise<void>;
let address: string;
let feed_id: string;
let read: string[];
let told: string;

beforeEach(async () => {
  app = await startTestApp({ newsletterAddress: '*@news.example' });
  const { blobs } = app.ctx;
  [read, told] = [[], ''];
  const tell = (message: string, facts?: unknown) => {
    told += `${message} ${JSON.stringify(facts)}\n`;
  };
  handle = createMailsHandler({
    ...app.ctx,
    log: { info: tell, warn: tell, error: tell },
    blobs: {
      ...blobs,
      get: (name) => {
        read.push(name);
        return blobs.get(name);
      },
    },
    sizeOf: async (name) => (await blobs.get(name))?.length ?? null,
  });
  const feed = await app.as('local').call('addNewsletter', { body: {} });
  [address, feed_id] = [feed.url.replace('mailto:', ''), feed.feed_id];
});
afterEach(() => app.close());

const verdicts = { spf: 'PASS', dkim: 'PASS', virus: 'PASS' };

/** Returns the event with which SES tells of a mail. */
const eventOf = (messageId: string, recipients: string[], found = verdicts) => {
  const receipt = {
    recipients,
    spfVerdict: { status: found.spf },
    dkimVerdict: { status: found.dkim },
    virusVerdict: { status: found.virus },
    spamVerdict: { status: 'FAIL' },
  };
  return { Records: [{ eventSource: 'aws:ses', ses: { mail: { messageId }, receipt } }] };
};
/** Stores a mail as SES does, and returns its event. */
const store = async (id: string, raw: Uint8Array, recipients = [address], found = verdicts) => {
  await app.ctx.blobs.put(`mails/${id}`, raw);
  return eventOf(id, recipients, found);
};
const take = async (...given: Parameters<typeof store>) => {
  await handle(await store(...given));
  await app.settle();
};
const kept = () => app.ctx.blobs.list('mails/');
const known = () => app.as('local').call('getNewsletter', { params: { feed_id } });

describe('a mail that SES has received', () => {
  it('is an article once, however often SES tells of it, and is deleted from the bucket', async () => {
    const event = await store('one', textMail('Rain.'));
    await handle(event);
    await handle(event);
    await take('one', textMail('Rain.'));
    expect(await testReader(app).titles({ feed_id })).toEqual(['Rain over the mountains']);
    expect(await kept()).toEqual([]);
    expect(told.match(/mail taken/g)).toHaveLength(2);
  });

  it.each([
    ['PASS', 'pass'],
    ['FAIL', 'fail'],
    ['GRAY', 'none'],
    ['PROCESSING_FAILED', 'temperror'],
    ['DISABLED', null],
  ])('has %s of SES as %s, whatever its own headers say', async (status, word) => {
    const raw = textMail('Rain.', { more: 'Authentication-Results: mx; spf=softfail; dkim=policy\r\n' });
    await take('one', raw, [address], { ...verdicts, spf: status, dkim: status });
    expect(await known()).toMatchObject({ spf: word, dkim: word });
  });

  it('is deleted unread where nobody awaits it, it is larger than 5 MB or has a virus', async () => {
    const token = 'a'.repeat(20);
    await take('unknown', textMail('Rain.'), ['info@news.example', `${token}@news.example`]);
    await take('large', Buffer.alloc(5_000_001));
    await take('virus', textMail('Rain.'), [address], { ...verdicts, virus: 'FAIL' });
    expect(read).toEqual([]);
    expect(await kept()).toEqual([]);
    expect(await testReader(app).list()).toEqual([]);
    expect(told.trim().split('\n')).toEqual([
      'mail refused {"mail":"unknown","reason":"No newsletter has an address to which the mail was sent."}',
      'mail refused {"mail":"large","reason":"The mail is larger than 5 MB."}',
      'mail refused {"mail":"virus","reason":"The mail has a virus."}',
    ]);
  });

  it('goes to the newsletters among its recipients alone, not to those in its headers', async () => {
    const other = await app.as('other').call('addNewsletter', { body: {} });
    const to = other.url.replace('mailto:', '');
    await take('one', textMail('Rain.', { to }), [address, 'info@news.example']);
    expect(await testReader(app, 'other').list()).toEqual([]);
    expect(await testReader(app).list()).toHaveLength(1);
  });

  it('stays in the bucket while the storage fails, and is taken later', async () => {
    const event = await store('one', textMail('Rain.'));
    const { seen } = app.ctx;
    const failing = createMailsHandler({
      ...app.ctx,
      sizeOf: () => Promise.resolve(1),
      seen: { ...seen, get: () => Promise.reject(new Error('no storage')) },
    });
    await expect(failing(event)).rejects.toThrow('no storage');
    expect(await kept()).toEqual(['mails/one']);
    await handle(event);
    await app.settle();
    expect(await testReader(app).list()).toHaveLength(1);
  });

  it('is an article once and leaves nothing in the bucket, wherever two of its three calls are cut off', async () => {
    let left = Infinity;
    let isAfter = false;
    const cut =
      <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        left -= 1;
        const isCut = left === 0;
        if (isCut && !isAfter) throw new Error('cut off');
        const result = await run(...args);
        if (isCut) throw new Error('cut off');
        return result;
      };
    const other = await startTestApp({
      newsletterAddress: '*@news.example',
      wrapTable: (table) => ({
        ...table,
        get: cut(table.get),
        put: cut(table.put),
        update: cut(table.update),
        batchGet: cut(table.batchGet),
        batchPut: cut(table.batchPut),
      }),
      wrapBlobs: (blobs) => ({ ...blobs, get: cut(blobs.get), delete: cut(blobs.delete) }),
    });
    const { blobs } = other.ctx;
    const call = createMailsHandler({
      ...other.ctx,
      sendScore: cut(other.ctx.sendScore),
      sizeOf: cut(async (name: string) => ((await blobs.list('mails/')).includes(name) ? 1 : null)),
    });
    const feed = await other.as('local').call('addNewsletter', { body: {} });
    const subjects: string[] = [];
    const step = fc.record({ calls: fc.integer({ min: 1, max: 16 }), after: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.tuple(step, step), async (cuts) => {
        const n = subjects.push(`Rain ${subjects.length}`);
        const raw = textMail('Rain.', {
          id: `<${n}@rain.example>`,
          subject: `Rain ${n - 1}`,
          date: new Date(Date.UTC(2026, 2, 1, 6) + n * 1000).toUTCString(),
        });
        await blobs.put(`mails/${n}`, raw);
        const event = eventOf(`${n}`, [feed.url.replace('mailto:', '')]);
        for (const { calls, after } of cuts) {
          [left, isAfter] = [calls, after];
          await call(event).catch(() => {});
        }
        left = Infinity;
        await call(event);
        await other.settle();
        expect((await testReader(other).titles()).toSorted()).toEqual(subjects.toSorted());
        expect(await blobs.list('mails/')).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
    await other.close();
  });

  it('of any kind is shown without what the sanitiser forbids, or refused with a reason; the log has no address', async () => {
    const token = address.split('@')[0] ?? '';
    /** The mails of the samples have the same Message-ID and time, so each gets its own. */
    const apart = (raw: Uint8Array, n: number) => {
      const text = Buffer.from(raw).toString('latin1').replace('<1@rain.example>', `<${n}@rain.example>`);
      return Buffer.from(
        text.replaceAll('06:30:00', `06:${10 + (n % 50)}:${10 + Math.floor(n / 50)}`),
        'latin1',
      );
    };
    for (const [n, { raw }] of Object.values(mails).entries()) await take(`kind-${n}`, apart(raw, n));
    await take('signed', mail(part('application/pkcs7-mime', 'x')));
    expect(await kept()).toEqual([]);
    const outcomes = told.match(/^mail (taken|refused)/gm) ?? [];
    expect(outcomes).toHaveLength(Object.keys(mails).length + 1);
    expect(new Set(outcomes).size).toBe(2);
    expect(told).not.toContain(token);
    expect(told).not.toContain('news@rain.example');
    const reader = testReader(app);
    const all = await reader.list();
    expect(all.length).toBe(told.match(/^mail taken/gm)?.length);
    for (const { article_id } of all)
      expect(offences((await reader.open(article_id)).content ?? '')).toEqual([]);
  });

  it('stays within the units of docs/cost.md, also where nobody awaits it', async () => {
    const text = Array.from({ length: 200 }, (_, n) => `Rain fell on day ${n * 7919} of ${n * 104_729}.`);
    const unitsOf = async (to: string) => {
      app.takeUnits();
      for (let n = 0; n < 10; n += 1) {
        const raw = textMail(text.join(' '), { id: `<${n}@rain.example>`, subject: `Rain ${n}` });
        await handle(await store(`mail-${n}`, raw, [to]));
      }
      const { write, read: units } = app.takeUnits();
      return { write: write / 10, read: units / 10 };
    };
    await handle(await store('first', textMail('Snow.', { id: '<first@rain.example>' })));
    const [awaited, others] = [await unitsOf(address), await unitsOf(`${'a'.repeat(20)}@news.example`)];
    if (process.env['PRINT_UNITS'] !== undefined) console.log(awaited, others);
    expect(awaited.write).toBeLessThanOrEqual(6);
    expect(awaited.read).toBeLessThanOrEqual(7);
    expect(others).toEqual({ write: 0, read: 1 });
  });

  it('is one that the event names as SES documents it; anything else is a fault', async () => {
    await expect(
      handle({ Records: [{ ses: { mail: { messageId: '../x' }, receipt: {} } }] }),
    ).rejects.toThrow('messageId');
    await expect(handle({})).rejects.toThrow('Records');
  });
});

import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MorningSettings } from '../../../src/contract/index.ts';
import { editionDays, editionsOf, keptAt } from '../../../src/edition/edition-blobs.ts';
import { viewerHost } from '../../harness/api/function-url-event.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { startMailServer } from '../../harness/servers/mail-server.ts';

const where = { time_zone: 'UTC', language: 'en', page: `https://${viewerHost}` } as const;
const settings: MorningSettings = { is_on: true, time: '09:00', days: [1, 2, 3, 4, 5, 6, 7], ...where };
const DAY = '2026-03-01';
const DAY_MS = 86_400_000;
const HOUR = 60;

let app: TestApp;
let server: FeedServer;

const start = async (mailUrl?: string) => {
  server = await startFeedServer();
  app = await startTestApp(mailUrl === undefined ? {} : { mailUrl });
};
const stop = () => Promise.all([app.close(), server.close()]);

const serve = (name: string, title: string, text: string) =>
  server.set(`/${name}`, {
    body: rss(
      [{ title, guid: name, link: `https://${name}.example/`, text, date: app.now().toISOString() }],
      {
        title: name,
      },
    ),
  });
const follow = async (name: string, user_id = 'local') => {
  const feed = await testReader(app, user_id).follow(server.url(`/${name}`));
  await app.settle();
  return feed;
};
const switchOn = (user_id = 'local', changes: Partial<MorningSettings> = {}) =>
  app.as(user_id).call('setMorning', { body: { ...settings, ...changes } });
const ask = async (day: string, user_id = 'local', limit = 12) =>
  (await app.as(user_id).call('getEdition', { query: { day, limit } })).bytes;
const pagesIn = (book: Uint8Array): string =>
  Object.entries(unzipSync(book))
    .flatMap(([name, file]) => (name.endsWith('.xhtml') ? [strFromU8(file)] : []))
    .join('\n');
const keptOf = async (user_id = 'local') => (await app.stores.notified.get(user_id))?.morning?.kept;

describe('an edition without an address for mails', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('is kept at its hour, once a day, for its reader alone', async () => {
    await switchOn();
    await switchOn('eva');
    serve('paid', 'Only for subscribers', '<p>What they paid for.</p>');
    serve('free', 'For everybody', '<p>What is free.</p>');
    await follow('paid');
    await follow('free', 'eva');
    await app.dispatch();
    expect(await keptOf()).toEqual({});
    app.advance(61);
    await Promise.all([app.dispatch(), app.dispatch()]);
    const kept = await keptOf();
    expect(Object.keys(kept ?? {})).toEqual([DAY]);
    serve('late', 'It came after the hour', '<p>Late.</p>');
    await follow('late');
    await app.dispatch();
    expect(await keptOf()).toEqual(kept);
    expect(pagesIn(await ask(DAY))).toContain('What they paid for.');
    // The last 24 hours are gathered as they are now.
    const now = (await app.as('local').call('getEdition')).bytes;
    expect([pagesIn(now).includes('Late.'), pagesIn(await ask(DAY)).includes('Late.')]).toEqual([
      true,
      false,
    ]);
    const evas = pagesIn(await ask(DAY, 'eva'));
    expect([evas.includes('What is free.'), evas.includes('paid')]).toEqual([true, false]);
    // Asking writes nothing.
    const before = JSON.stringify(await app.dump());
    await ask(DAY);
    expect(JSON.stringify(await app.dump())).toBe(before);
  });

  it('is not made while it is off, and on a day without stories; and its day is the one of the reader’s clocks', async () => {
    await switchOn('local', { time: '08:30', is_on: false });
    await switchOn('eva', { time: '08:30' });
    await switchOn('kei', { time: '00:30', time_zone: 'Pacific/Kiritimati' });
    serve('one', 'A story', '<p>A text.</p>');
    await follow('one');
    await follow('one', 'kei');
    // It is 22:00 there; two hours and a half later the next day has come.
    app.advance(2.5 * HOUR);
    await app.dispatch();
    expect([await keptOf(), await keptOf('eva')]).toEqual([{}, {}]);
    expect(Object.keys((await keptOf('kei')) ?? {})).toEqual(['2026-03-02']);
    expect(pagesIn(await ask('2026-03-02', 'kei'))).toContain('A text.');
  });

  it(`can be had on ${editionDays} days, and is forgotten then`, async () => {
    await switchOn();
    serve('one', 'A story', '<p>A text.</p>');
    await follow('one');
    app.advance(61);
    await app.dispatch();
    const book = await ask(DAY);
    // To the last minute of the last day.
    app.advance((editionDays - 1) * 24 * HOUR + 15 * HOUR - 2);
    await app.expire();
    await app.cleanup();
    expect(await ask(DAY)).toEqual(book);
    app.advance(1);
    expect(pagesIn(await ask(DAY))).not.toContain('A text.');
    // The next edition removes the entry of the day that has ended from the stored ones.
    serve('two', 'Another story', '<p>Another text.</p>');
    await follow('two');
    app.advance(10 * HOUR);
    await app.dispatch();
    expect(Object.keys((await keptOf()) ?? {})).toEqual(['2026-04-01']);
  });

  it('is made anew from the articles if its blob is lost, and is an error if it is broken', async () => {
    await switchOn();
    serve('one', 'A story', '<p>A text.</p>');
    await follow('one');
    app.advance(61);
    await app.dispatch();
    const [name = ''] = await app.stores.blobs.list(editionsOf('local'));
    await app.stores.blobs.put(name, Buffer.from('broken'));
    await expect(ask(DAY)).rejects.toThrow(name);
    await app.stores.blobs.delete(name);
    expect(pagesIn(await ask(DAY))).toContain('A text.');
  });
});

it('a mail that was refused is sent again as it was kept', async () => {
  const mails = await startMailServer();
  await start(mails.url);
  await switchOn();
  await app.as('local').call('setMorningAddress', { body: { address: 'anna@example.org', ...where } });
  serve('one', 'A story', '<p>A text of it.</p>');
  await follow('one');
  app.advance(61);
  mails.answer(() => 'refuses the mail');
  await app.dispatch();
  const kept = await keptOf();
  expect(Object.keys(kept ?? {})).toEqual([DAY]);
  serve('late', 'It came after the hour', '<p>Late.</p>');
  await follow('late');
  mails.answer(() => 'takes it');
  mails.take();
  app.advance(20);
  await app.dispatch();
  const [mail, ...others] = mails.take();
  expect([others, mail!.text.includes('A text of it.'), mail!.text.includes('Late.')]).toEqual([
    [],
    true,
    false,
  ]);
  expect(await keptOf()).toEqual(kept);
  await Promise.all([stop(), mails.close()]);
});

it(`an edition can be had at any time of the ${editionDays} days from its own, in UTC, and at no other after them`, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 * DAY_MS }),
      fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: 40 }),
      (later, days) => {
        const first = Date.parse('2026-01-01T00:00:00.000Z');
        const now = new Date(first + later);
        const dayOf = (n: number) => new Date(first + n * DAY_MS).toISOString().slice(0, 10);
        const kept = Object.fromEntries(days.map((n) => [dayOf(n), `id${n}`]));
        const wanted = days.filter((n) => first + (n + editionDays) * DAY_MS > now.getTime());
        expect([...keptAt({ kept }, now)]).toEqual(
          Object.entries(kept).filter(([day]) => wanted.map(dayOf).includes(day)),
        );
      },
    ),
    { numRuns: runs(300) },
  );
});

describe('a day that was kept', () => {
  let feed_id = '';
  let book: Uint8Array;
  beforeAll(async () => {
    await start();
    await switchOn();
    serve('one', 'A story', '<p>As it was told.</p>');
    ({ feed_id } = await follow('one'));
    app.advance(61);
    await app.dispatch();
    book = await ask(DAY);
  });
  afterAll(stop);

  /** Events after the edition was kept, which must not change its book. */
  const deeds: Record<string, () => Promise<unknown>> = {
    'time passes': async () => {
      if (app.now().getTime() < Date.parse(DAY) + (editionDays - 2) * DAY_MS) app.advance(12 * HOUR);
      await app.expire();
    },
    'all is read': async () => {
      for (const { article_id } of await testReader(app).list())
        await testReader(app).setRead(article_id, true);
    },
    'the publisher changes the text': async () => {
      serve('one', `Changed at ${app.now().toISOString()}`, '<p>As it is told now.</p>');
      await testReader(app).fetchAll();
    },
    'the cleanup runs': () => app.cleanup(),
    'the feed is left': async () => {
      await testReader(app)
        .leave(feed_id)
        .catch(() => null);
      await app.settle();
    },
    'the feed is followed again': async () => {
      ({ feed_id } = await follow('one').catch(() => ({ feed_id })));
    },
    'the language is another': () => app.as('local').call('updatePreferences', { body: { language: 'ja' } }),
    'the edition is switched off': () => switchOn('local', { is_on: false }),
    'the edition is switched on': () => switchOn(),
    'another run': () => app.dispatch(),
  };

  it('gives the same book, byte for byte, whatever happens to its articles and its reader', async () => {
    expect(pagesIn(book)).toContain('As it was told.');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(deeds)), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        async (names, limit) => {
          for (const name of names) await deeds[name]!();
          expect(await ask(DAY, 'local', limit)).toEqual(book);
        },
      ),
      { numRuns: runs(100), endOnFailure: true },
    );
  });
});

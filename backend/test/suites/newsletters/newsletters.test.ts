import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeMaildir } from '../../../src/local/mail/maildir.ts';
import { newsletterAt, takeMail } from '../../../src/newsletters/take-mail.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { htmlMail, list, mail, part, textMail } from '../../harness/samples/mail-samples.ts';

const newsletterAddress = '*@news.example';
let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ newsletterAddress });
});
afterEach(() => app.close());

const make = async (body: { title?: string; folder?: string } = {}, user_id = 'local') => {
  const feed = await app.as(user_id).call('addNewsletter', { body });
  return { ...feed, address: feed.url.replace('mailto:', '') };
};

/** Has a server take a mail in for an address. Returns the titles of the feeds that got it. */
const deliver = async (raw: Uint8Array, ...recipients: string[]) => {
  const feeds = await takeMail(app.ctx, raw, { recipients });
  await app.settle();
  return feeds.map(({ feed_id }) => feed_id);
};

describe('a newsletter', () => {
  it('is a feed with an address, whose mails are articles of one reader, scored as others are', async () => {
    const reader = testReader(app);
    await reader.addKeyword('mountains');
    const { feed_id, address, title } = await make({ folder: 'Mails' });
    const known = (user_id = 'local') => app.as(user_id).call('getNewsletter', { params: { feed_id } });
    expect(address).toMatch(/^[a-z2-7]{20}@news\.example$/);
    expect(title).toBe(`Newsletter ${address.slice(0, 4)}`);
    expect(await known()).toEqual({ address, from: null, unsubscribe_url: null, spf: null, dkim: null });

    const raw = htmlMail(
      '<p>Rain fell.</p><script>alert(1)</script><img src="https://a.example/b" width=1 height=1>',
      {
        more: 'List-Unsubscribe: <https://rain.example/leave>\r\nAuthentication-Results: mx; spf=pass; dkim=fail\r\n',
      },
    );
    expect(await deliver(raw, address)).toEqual([feed_id]);
    const [row, ...others] = await reader.list();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      title: 'Rain over the mountains',
      feed_id,
      link: null,
      is_read: false,
      published_at: '2026-03-01T06:30:00.000Z',
    });
    expect(await reader.reasons(row!.article_id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'keyword' })]),
    );
    const opened = await reader.open(row!.article_id);
    expect(opened).toMatchObject({ content: '<p>Rain fell.</p>', author: 'news@rain.example' });
    const feed = { title: 'Morning Rain', folder: 'Mails', unread_count: 1 };
    expect(await reader.feed(feed_id)).toMatchObject(feed);
    expect(await known()).toEqual({
      address,
      from: 'news@rain.example',
      unsubscribe_url: 'https://rain.example/leave',
      spf: 'pass',
      dkim: 'fail',
    });
    await expect(known('other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await testReader(app, 'other').list()).toEqual([]);
  });

  it('has a mail once, whichever of its deliveries is cut off', async () => {
    let left = Infinity;
    const cut = await startTestApp({
      newsletterAddress,
      wrapTable: (table) => ({
        ...table,
        put: (...given) => (left-- > 0 ? table.put(...given) : Promise.reject(new Error('cut off'))),
        update: (...given) => (left-- > 0 ? table.update(...given) : Promise.reject(new Error('cut off'))),
      }),
    });
    const feed = await cut.as('local').call('addNewsletter', { body: {} });
    const recipients = [feed.url.replace('mailto:', '')];
    for (let writes = 0; writes < 12; writes++) {
      const raw = textMail(`Rain of day ${writes}.`, {
        id: `<${writes}@rain.example>`,
        subject: `Day ${writes}`,
      });
      left = writes;
      await takeMail(cut.ctx, raw, { recipients }).catch(() => {});
      left = Infinity;
      await takeMail(cut.ctx, raw, { recipients });
      await takeMail(cut.ctx, raw, { recipients });
      await cut.settle();
      expect(await testReader(cut).titles({ feed_id: feed.feed_id })).toHaveLength(writes + 1);
    }
    await cut.close();
  });

  it('has every mail, also of the same sender, text and time, and the newer text of one that is corrected', async () => {
    const { address } = await make();
    const reader = testReader(app);
    await deliver(textMail('Rain.', { id: '<1@a>', subject: 'One' }), address);
    await deliver(textMail('Rain.', { id: '<2@a>', subject: 'Two' }), address);
    await deliver(textMail('No rain.', { id: '<1@a>', subject: 'One, corrected' }), address);
    expect((await reader.titles()).toSorted()).toEqual(['One, corrected', 'Two']);
  });

  it('goes to each newsletter among the recipients, and to those that its headers name', async () => {
    const [one, two] = [await make(), await make({}, 'other')];
    expect((await deliver(textMail('Rain.'), one.address, 'x@y.example', two.address)).length).toBe(2);
    const named = textMail('More.', { to: `Anna <${one.address.toUpperCase()}>`, id: '<2@a>' });
    expect(await takeMail(app.ctx, named)).toHaveLength(1);
    await app.settle();
    expect(await testReader(app).list()).toHaveLength(2);
    expect(await testReader(app, 'other').list()).toHaveLength(1);
  });

  it('is found by the part of an address that all share, and by nothing that is nearly its address', async () => {
    const { address, feed_id } = await make();
    const [token] = address.split('@');
    for (const known of [address, `anna+${token}@mail.example`, address.toUpperCase()])
      expect(await newsletterAt(app.ctx, known)).toMatchObject({ feed_id });
    for (const unknown of [
      `x${token}@news.example`,
      `${token}x@news.example`,
      `${token}`,
      `a@${address}`,
      'a@b.example',
      '',
    ])
      expect(await newsletterAt(app.ctx, unknown)).toBeNull();
  });

  it('is never fetched, and is in no list of feeds for others', async () => {
    const { feed_id, address } = await make();
    const reader = testReader(app);
    await deliver(textMail('Rain.'), address);
    for (let day = 0; day < 3; day++) {
      app.advance(24 * 60);
      await app.dispatch();
      await app.cleanup();
    }
    expect(app.queues.fetch).toEqual([]);
    expect(await reader.fetchAll()).toMatchObject({ state: 'done' });
    await reader.api.call('updateFeed', {
      params: { feed_id },
      body: { is_active: false, text_mode: 'full' },
    });
    await reader.api.call('updateFeed', {
      params: { feed_id },
      body: { is_active: true, fetch_interval_minutes: 15 },
    });
    await reader.api.call('resumeFeed', { params: { feed_id } });
    expect(app.queues.fetch).toEqual([]);
    expect(await app.stores.feeds.get(feed_id)).toMatchObject({
      next_fetch_at: null,
      fetch_status: 'active',
    });
    expect(await reader.api.call('exportOpml')).not.toContain('mailto');
    const [owned] = (await reader.api.call('listAllFeeds')).items;
    expect(owned).toMatchObject({ title: 'Morning Rain', fetches_a_day: 0 });
    expect(JSON.stringify(owned)).not.toContain(address.split('@')[0]);
    await expect(testReader(app, 'other').follow(`mailto:${address}`)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('ends when its reader leaves it', async () => {
    const { feed_id, address } = await make();
    await testReader(app).leave(feed_id);
    expect(await deliver(textMail('Rain.'), address)).toEqual([]);
    expect(await testReader(app).list()).toEqual([]);
  });

  it('is not made where no mails are taken, and counts as a feed', async () => {
    const without = await startTestApp({ maxSubscriptions: 1 });
    await expect(without.as('local').call('addNewsletter')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await without.as('local').call('getMe')).toMatchObject({ takes_newsletters: false });
    await without.close();
    const full = await startTestApp({ maxSubscriptions: 1, newsletterAddress });
    expect(await full.as('local').call('getMe')).toMatchObject({ takes_newsletters: true });
    await full.as('local').call('addNewsletter');
    await expect(full.as('local').call('addNewsletter')).rejects.toMatchObject({
      code: 'SUBSCRIPTION_LIMIT',
    });
    await full.close();
  });
});

describe('a maildir', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omomi-mails-'));
    await mkdir(join(folder, 'new'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const put = (name: string, raw: Uint8Array) => writeFile(join(folder, 'new', name), raw);
  const files = async () => ({
    new: await readdir(join(folder, 'new')),
    cur: await readdir(join(folder, 'cur')).catch(() => []),
    failed: await readdir(join(folder, 'failed')).catch(() => []),
  });
  const run = async () => {
    await takeMaildir(app.ctx, folder);
    await app.settle();
  };

  it('is read, what is stored moves to cur, and the rest to failed with a reason in the log', async () => {
    const { address } = await make();
    const told: unknown[] = [];
    app.ctx.log = { info: () => {}, warn: (message, facts) => told.push([message, facts]), error: () => {} };
    await put('2.a.host', textMail('Rain.', { to: address, subject: 'Two', id: '<2@a>' }));
    await put(
      '1.a.host:2,',
      textMail('Rain.', { to: 'x@y.example', more: `Delivered-To: ${address}\r\n`, subject: 'One' }),
    );
    await put('3.a.host', textMail('Rain.', { to: 'x@y.example' }));
    await put('4.a.host', mail(part('application/pkcs7-mime', 'x'), { to: address }));
    await put('5.a.host', Buffer.alloc(5_000_001));
    await put('.hidden', list('X: y'));
    await mkdir(join(folder, 'new', 'folder'));
    await run();
    expect(await testReader(app).titles()).toEqual(expect.arrayContaining(['One', 'Two']));
    expect(await files()).toEqual({
      new: ['.hidden', 'folder'],
      cur: ['1.a.host:2,S', '2.a.host:2,S'],
      failed: ['3.a.host', '4.a.host', '5.a.host'],
    });
    expect(told).toEqual([
      [
        'mail refused',
        { file: '3.a.host', reason: 'No newsletter has an address to which the mail was sent.' },
      ],
      [
        'mail refused',
        { file: '4.a.host', reason: 'The mail is encrypted, or signed in a way that hides its text.' },
      ],
      ['mail refused', { file: '5.a.host', reason: 'The mail is larger than 5 MB.' }],
    ]);
  });

  it('keeps a mail whose storing fails, and stores one again that did not move', async () => {
    const { address } = await make();
    const raw = textMail('Rain.', { to: address });
    await put('1', raw);
    const { seen } = app.ctx;
    app.ctx.seen = { ...seen, get: () => Promise.reject(new Error('no storage')) };
    await expect(run()).rejects.toThrow('no storage');
    expect((await files()).new).toEqual(['1']);
    app.ctx.seen = seen;
    await run();
    await put('1', raw);
    await run();
    expect(await files()).toEqual({ new: [], cur: ['1:2,S'], failed: [] });
    expect(await testReader(app).list()).toHaveLength(1);
  });
});

import { strFromU8, unzipSync } from 'fflate';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { viewerHost } from '../../harness/api/function-url-event.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { startMailServer, type MailServer } from '../../harness/servers/mail-server.ts';

const where = { time_zone: 'UTC', language: 'en', page: `https://${viewerHost}` } as const;
const owner = 'anna@example.org';

let app: TestApp;
let feeds: FeedServer;
let server: MailServer;
beforeEach(async () => {
  [feeds, server] = await Promise.all([startFeedServer(), startMailServer()]);
  const signIn = { owner, allowed: [owner], providers: [], hasAccounts: true };
  app = await startTestApp({ mailUrl: server.url, signIn });
});
afterEach(() => Promise.all([app.close(), feeds.close(), server.close()]));

const anna = () => app.as('anna');
const setAddress = (address: string) => anna().call('setMorningAddress', { body: { address, ...where } });

/** Follows a feed with one story, which has come. */
const follow = async () => {
  const story = { title: 'Lava flows over the road', text: '<p>The whole text of the</p>' };
  const item = { ...story, guid: '1', link: 'https://paper.example/1', date: app.now().toISOString() };
  feeds.set('/feed', { body: rss([item], { title: 'Paper' }) });
  await testReader(app, 'anna').follow(feeds.url('/feed'));
  await app.settle();
};

describe('the morning edition for an e-reader', () => {
  it('comes as a book, at the hour of the day, without a link that nobody there could follow', async () => {
    await anna().call('setMorning', {
      body: { is_on: true, time: '09:00', days: [1, 2, 3, 4, 5, 6, 7], ...where },
    });
    expect(await setAddress('Anna_1@Kindle.com')).toMatchObject({ is_confirmed: true, problem: null });
    expect(server.take()).toEqual([]);
    await follow();
    await app.dispatch();
    expect(server.take()).toEqual([]);
    app.advance(61);
    await app.dispatch();
    await app.dispatch();
    const [mail, ...others] = server.take();
    expect(others).toEqual([]);
    expect(mail!.to).toEqual(['Anna_1@Kindle.com']);
    const { attachments, subject } = await PostalMime.parse(mail!.raw);
    const day = app.now().toISOString().slice(0, 10);
    expect(subject).toContain(day);
    expect(attachments).toMatchObject([
      { filename: `omomi-${day}.epub`, mimeType: 'application/epub+zip', disposition: 'attachment' },
    ]);
    const book = unzipSync(new Uint8Array(attachments[0]!.content as ArrayBuffer));
    expect(strFromU8(book['mimetype']!)).toBe('application/epub+zip');
    const pages = Object.entries(book).flatMap(([name, bytes]) =>
      name.endsWith('.xhtml') ? [strFromU8(bytes)] : [],
    );
    expect(pages.join('\n')).toContain('The whole text of the');
  });

  it('comes at once when it is asked for', async () => {
    await setAddress('anna@pbsync.com');
    await follow();
    expect(await anna().call('sendMorning')).toEqual({ state: 'sent' });
    expect(server.take()[0]!.raw).toContain('.epub');
  });

  it('has no notifications beside it, which e-readers do not show', async () => {
    await setAddress('anna@kindle.com');
    await expect(anna().call('addChannel', { body: { kind: 'mail' } })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it.each(['anna@kindle.com.example', 'kindle.com@example.org', 'anna@notkindle.com'])(
    'is nothing that %s could ask for: that address is to be confirmed',
    async (address) => {
      expect(await setAddress(address)).toMatchObject({ is_confirmed: false });
      const [mail] = server.take();
      expect(mail!.text).toContain('/confirm');
    },
  );
});

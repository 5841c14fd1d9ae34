import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints, newSiteSignIn, type Endpoint, type EndpointName } from '../../../src/contract/index.ts';
import { openLocalTable } from '../../../src/local/data-folder/open-local-table.ts';
import { readSecretsKey, secretsKeyFile } from '../../../src/local/data-folder/secrets-key.ts';
import { tightenDataFolder } from '../../../src/local/process/private-files.ts';
import { readSignIn, sealSignIn } from '../../../src/model/feed/site-sign-in.ts';
import { createSiteSignInStore } from '../../../src/storage/site-sign-in-store.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { backup, backupIn, restore } from '../../harness/backups/backup-folders.ts';
import { testReader } from '../../harness/reader.ts';
import { articlePage } from '../../harness/servers/articles-web.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const secret = 'plantedsecret';
const login = { user: 'anna', password: `${secret}-1` };
const given = newSiteSignIn.parse({
  cookie: `session=${secret}-2`,
  login,
  headers: [{ name: 'X-Subscriber', value: `${secret}-3` }],
});

/** The forms in which the secret could come out: as it is, and within base64 at each of the three offsets. */
const forms = [
  secret,
  ...[0, 1, 2].map((offset) =>
    Buffer.from(`${'-'.repeat(offset)}${secret}`)
      .toString('base64')
      .slice(offset === 0 ? 0 : offset + 1, 12),
  ),
  Buffer.from(secret).toString('hex'),
];
/** Returns the forms of the secret in what was shown, written or stored. */
const leaksIn = (what: unknown): string[] => {
  const bytes = (value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
  const text = typeof what === 'string' ? what : JSON.stringify(what, (_, value) => bytes(value));
  return forms.filter((form) => text.includes(form));
};
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

describe('a sign-in for a site', () => {
  let app: TestApp;
  let site: FeedServer;
  const logged: string[] = [];
  const sent: string[] = [];
  const answers: unknown[] = [];
  let feed_id: string;
  let article_id: string;
  /** Reads and changes of the reader whose sign-in it is, with whatever can go wrong. */
  const use = async (): Promise<void> => {
    const anna = testReader(app, 'anna');
    const keep = async (answer: Promise<unknown>) =>
      void answers.push(
        await answer.catch((error: unknown) => ({ ...(error as object), text: String(error) })),
      );
    const setSignIn = (body: object) =>
      anna.api.call('setFeedSignIn', { params: { feed_id }, body: newSiteSignIn.parse(body) });
    const fetchLater = async () => {
      app.advance(24 * 60);
      await app.dispatch();
      await app.settle();
    };
    let status = 200;
    let location: string | undefined;
    const item = { title: 'One', link: site.url('/articles/1'), guid: 'one', text: '<p>A teaser.</p>' };
    site.set('/feed', ({ headers }, response) => {
      if (headers.cookie !== given.cookie) status = 401;
      response
        .writeHead(status, location === undefined ? {} : { location })
        .end(rss([item], { site: site.url('/') }));
    });
    site.set('/articles/1', { body: articlePage('One'), type: 'text/html' });
    await keep(anna.follow(site.url('/feed')));
    status = 200;
    const followed = await anna.api.call('followWithSignIn', {
      body: { url: site.url('/feed'), sign_in: given },
    });
    answers.push(followed);
    ({ feed_id } = followed);
    await app.settle();
    ({ article_id } = (await anna.list())[0]!);
    await keep(anna.api.call('fetchFullText', { params: { article_id } }));
    await app.settle();
    for (status of [401, 500, 404, 200]) await fetchLater();
    await keep(setSignIn(given));
    [status, location] = [302, 'http://127.0.0.1:1/nobody-is-there'];
    await fetchLater();
    await keep(setSignIn({ ...given, headers: [{ name: 'X-Subscriber', value: `${secret}-4` }] }));
    [status, location] = [200, undefined];
    await keep(setSignIn(given));
    await app.settle();
  };
  beforeAll(async () => {
    const note = (message: string, fields: object) =>
      void logged.push(`${message} ${JSON.stringify(fields)}`);
    [app, site] = await Promise.all([
      startTestApp({
        asksForPages: true,
        log: { info: note, warn: note, error: note },
        publicUrl: 'https://reader.example',
        wrapSend: (_, send) => async (messages) => {
          for (const { body } of messages) sent.push(body);
          await send(messages);
        },
      }),
      startFeedServer(),
    ]);
    await use();
  });
  afterAll(() => Promise.all([app.close(), site.close()]));

  it('is in no answer to the request that gives it, in no log line and no message of a queue', () => {
    expect(logged.length).toBeGreaterThan(10);
    expect(sent.length).toBeGreaterThan(5);
    expect(answers.length).toBeGreaterThan(5);
    expect([logged, sent, answers].map(leaksIn)).toEqual([[], [], []]);
  });

  it('is in no answer of any endpoint that reads, its own reader’s, another reader’s or the owner’s', async () => {
    const names = Object.entries<Endpoint>(endpoints).flatMap(([name, { method }]) =>
      method === 'GET' && name !== 'getHealth' && name !== 'getOpenApi'
        ? [name as Exclude<EndpointName, 'getHealth' | 'getOpenApi'>]
        : [],
    );
    let answered = 0;
    const leaking: string[] = [];
    for (const [name, is_owner] of [
      ['anna', false],
      ['ben', false],
      ['owner', true],
    ] as const)
      for (const endpoint of names) {
        const params = { feed_id, article_id, queue: 'fetch' };
        const answer: unknown = await app
          .as(name, is_owner)
          .call(endpoint, { params } as never)
          .catch((error: unknown) => ({ ...(error as object), text: String(error) }));
        if (typeof answer === 'object' && answer !== null && !('text' in answer)) answered += 1;
        if (leaksIn(answer).length > 0) leaking.push(endpoint);
      }
    expect(answered).toBeGreaterThan(60);
    expect(leaking).toEqual([]);
  });

  it('is in no item of the table and no blob in clear text', async () => {
    const items = await app.dump();
    expect(items.filter(({ PK, SK }) => PK === `FEED#${feed_id}` && SK === 'SIGNIN')).toHaveLength(1);
    expect(leaksIn(items)).toEqual([]);
    const blobs = filesIn(app.folder);
    expect(blobs.some((path) => path.includes('snapshots'))).toBe(true);
    expect(blobs.filter((path) => leaksIn(readFileSync(path, 'latin1')).length > 0)).toEqual([]);
    expect(leaksIn(await app.stores.snapshots.get(feed_id))).toEqual([]);
  });

  it('goes when the reader leaves', async () => {
    await app.as('anna').call('leave', { body: { email: 'anna' } } as never);
    for (let hours = 0; hours < 3; hours += 1) {
      await app.settle();
      app.advance(30);
    }
    await app.settle();
    expect((await app.dump()).filter(({ SK }) => SK === 'SIGNIN')).toEqual([]);
  });
});

describe('the key of a data folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omomi-key-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is made once, for its owner alone, and is in no backup, so that a backup tells nobody the sign-ins', async () => {
    const [home, elsewhere] = [join(folder, 'home'), join(folder, 'elsewhere')];
    const opened = async (directory: string) => {
      const table = await openLocalTable(directory);
      const client = createTableClient({ client: table.client, tableName: 'omomi' });
      return { store: createSiteSignInStore(client), close: table.close };
    };
    const place = { feed_id: '0'.repeat(16), origin: 'https://paid.example' };
    const first = await opened(home);
    const key = await readSecretsKey(home);
    await tightenDataFolder(home);
    expect(await readSecretsKey(home)).toBe(key);
    expect(statSync(secretsKeyFile(home)).mode & 0o777).toBe(0o600);
    await first.store.put(sealSignIn(key, place, given, '2026-03-01T08:00:00.000Z'));
    first.close();
    expect((await backup(join(folder, 'backups'), '--data', home)).code).toBe(0);
    const file = readFileSync(backupIn(join(folder, 'backups')));
    const inside = gunzipSync(file).toString('latin1');
    expect(inside).toContain('SIGNIN');
    expect([leaksIn(inside), inside.includes(key), file.includes(key)]).toEqual([[], false, false]);
    const readable = (path: string) => readFileSync(path, 'latin1');
    expect(filesIn(home).filter((path) => leaksIn(readable(path)).length > 0)).toEqual([]);
    expect(filesIn(home).filter((path) => readable(path).includes(key))).toEqual([secretsKeyFile(home)]);

    expect((await restore(backupIn(join(folder, 'backups')), '--data', elsewhere)).code).toBe(0);
    const second = await opened(elsewhere);
    const readWith = (SECRETS_KEY: string) =>
      readSignIn({ siteSignIns: second.store, settings: { SECRETS_KEY } }, { ...place, is_private: true });
    expect(await readWith(await readSecretsKey(elsewhere))).toBe('unreadable');
    expect(await readWith(key)).toMatchObject({ headers: { cookie: given.cookie } });
    second.close();
  });
});

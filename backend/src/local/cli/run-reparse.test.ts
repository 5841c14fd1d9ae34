import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../../test/harness/servers/feed-server.ts';
import { functionUrlEvent, lambdaContext } from '../../../test/harness/api/function-url-event.ts';
import { inThreadParser } from '../../../test/harness/in-thread-parser.ts';
import { parseFeed } from '../../parser/parse-feed.ts';
import type { ParseFeed } from '../../parser/fields/parsed-feed.ts';
import { compose } from '../compose.ts';
import { lockDataFolder } from '../process/data-lock.ts';
import { readOptions } from './options.ts';
import { runReparse } from './run-reparse.ts';

const mendedParser: ParseFeed = async (bytes, type) => {
  const parsed = await parseFeed(bytes, type);
  return { ...parsed, items: parsed.items.map((item) => ({ ...item, title: `${item.title}, mended` })) };
};

describe('npm run reparse', () => {
  let folder: string;
  let server: FeedServer;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omomi-reparse-'));
    server = await startFeedServer();
  });
  afterEach(() => Promise.all([server.close(), rm(folder, { recursive: true })]));

  const run = async (args: string[], parse: ParseFeed = parseFeed) => {
    let out = '';
    let complaint = '';
    const code = await runReparse({
      args,
      variables: { DATA_DIR: folder },
      write: (text) => void (out += text),
      complain: (text) => void (complaint += text),
      log: silentLog,
      parser: { ...inThreadParser, parseFeed: parse },
    });
    return { code, out, complaint };
  };

  const subscribe = async (): Promise<string> => {
    server.set('/feed', { body: rss([{ title: 'One', link: 'https://site.example/1', text: 'Text' }]) });
    const options = readOptions(['--data', folder], { FETCH_ALLOW_HOSTS: '127.0.0.1' });
    if (options === 'help') throw new Error('no options');
    const app = await compose(options, silentLog);
    const event = functionUrlEvent({
      method: 'POST',
      path: '/api/feeds',
      body: { url: server.url('/feed') },
    });
    const { body } = await app.api(event, lambdaContext());
    await app.stop();
    return (JSON.parse(body ?? '') as { feed_id: string }).feed_id;
  };

  it('updates the articles in the data folder and lists the changes', async () => {
    const feedId = await subscribe();
    expect(await run(['--feed', feedId])).toMatchObject({ code: 0, complaint: '' });
    const { code, out } = await run(['--feed', feedId, '--data', folder], mendedParser);
    expect(code).toBe(0);
    expect(out).toMatch(/^A feed: 1 items in the document of 20\S+ from http:/);
    expect(out).toMatch(/changed \d{19} \(title\): "One" -> "One, mended"\n1 changed, 0 new/);
    expect((await run(['--feed', feedId], mendedParser)).out).toContain('0 changed, 0 new');
  });

  it('refuses a data folder that the runner is using', async () => {
    const feedId = await subscribe();
    const release = await lockDataFolder(folder);
    try {
      expect(await run(['--feed', feedId])).toEqual({
        code: 1,
        out: '',
        complaint: expect.stringContaining('is in use by another Omomi that runs'),
      });
    } finally {
      release();
    }
    expect((await run(['--feed', feedId])).code).toBe(0);
  });

  it('names what is missing: the feed, its snapshot or the data folder', async () => {
    const feedId = await subscribe();
    expect(await run(['--feed', '0123456789abcdef'])).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('there is no feed with the id 0123456789abcdef'),
    });
    await rm(join(folder, 'blobs', 'snapshots'), { recursive: true });
    expect(await run(['--feed', feedId])).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('has no snapshot'),
    });
    const elsewhere = join(folder, 'elsewhere');
    expect(await run(['--feed', feedId, '--data', elsewhere])).toMatchObject({
      code: 1,
      complaint: expect.stringContaining(`there are no data in ${elsewhere}`),
    });
    expect(await readdir(folder)).not.toContain('elsewhere');
  });

  it.each([
    [[], '--feed'],
    [['--feed', 'x'], '--feed "x" is not allowed'],
    [['--feed', '0123456789abcdef', '--table', 't'], 'go together'],
    [['--feed', '0123456789abcdef', '--speed', '1'], '--speed'],
  ])('refuses %j', async (args, why) => {
    expect(await run(args)).toMatchObject({ code: 2, out: '', complaint: expect.stringContaining(why) });
  });

  it('prints its usage', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('npm run reparse') });
  });
});

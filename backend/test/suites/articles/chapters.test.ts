import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { chapterTag, mp4WithChapters } from '../../harness/samples/recordings.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const listed = [
  { start: 0, title: 'The harbour' },
  { start: 62.5, title: 'The lamp' },
];
const podlove = `<psc:chapters>${listed.map(({ start, title }) => `<psc:chapter start="${start}" title="${title}"/>`).join('')}</psc:chapters>`;
const MEGABYTE = 1024 * 1024;

let app: TestApp;
let server: FeedServer;
/** The header of each request for the MP3 file that asks for a part of it. */
const ranges: (string | undefined)[] = [];

beforeAll(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  const item = (name: string, type: string, more = '') =>
    `<item><title>${name}</title><guid>${name}</guid><enclosure url="${server.url(`/${name}`)}" type="${type}" length="1"/>${more}</item>`;
  const named = (name: string) =>
    `<podcast:chapters url="${server.url(`/${name}.json`)}" type="application/json+chapters"/>`;
  const body = `<rss version="2.0" xmlns:psc="http://podlove.org/simple-chapters" xmlns:podcast="https://podcastindex.org/namespace/1.0">
    <channel><title>Waves</title>${item('in-feed', 'audio/mpeg', podlove)}${item('in-document', 'audio/mpeg', named('known'))}
    ${item('gone', 'audio/mpeg', named('gone'))}${item('large', 'audio/mpeg', named('large'))}
    ${item('tag.mp3', 'audio/mpeg')}${item('tables.m4a', 'audio/x-m4a')}${item('plain.ogg', 'audio/ogg')}</channel></rss>`;
  server.set('/feed', { body });
  const chapters = listed.map(({ start, title }) => ({ startTime: start, title }));
  server.set('/known.json', { body: JSON.stringify({ chapters }), type: 'application/json+chapters' });
  server.set('/large.json', { body: `{"chapters":[${' '.repeat(MEGABYTE)}]}` });
  server.set('/tag.mp3', (request, response) => {
    ranges.push(request.headers.range);
    // As a server that knows no ranges answers, with much more than is read.
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(
      Buffer.concat([chapterTag(listed, { version: 4, encoding: 'utf-8' }), Buffer.alloc(8 * MEGABYTE)]),
    );
  });
  server.set('/tables.m4a', { body: mp4WithChapters(listed, {}), status: 206 });
  await testReader(app, 'local').follow(server.url('/feed'));
  await app.settle();
});
afterAll(() => Promise.all([app.close(), server.close()]));

const articleOf = async (title: string) => {
  const row = (await testReader(app, 'local').list()).find((each) => each.title === title);
  return testReader(app, 'local').open(row!.article_id);
};
const chaptersOf = async (title: string, reader = 'local') => {
  const { article_id } = await articleOf(title);
  const query = { url: server.url(`/${title}`) };
  return (await app.as(reader).call('getChapters', { params: { article_id }, query })).items;
};

describe('the chapters of a recording', () => {
  it('come with the article where the feed states them, and stay with its copy', async () => {
    const { article_id, enclosures } = await articleOf('in-feed');
    expect(enclosures).toMatchObject([{ url: server.url('/in-feed'), chapters: listed }]);
    expect(await chaptersOf('in-feed')).toEqual(listed);
    await app.as('local').call('setSaved', { params: { article_id }, body: { is_saved: true } });
    expect((await articleOf('in-feed')).enclosures).toEqual(enclosures);
    expect(server.requests.has('/in-feed')).toBe(false);
  });

  it('are read from the document that the feed names, once they are asked for', async () => {
    const { enclosures } = await articleOf('in-document');
    expect(enclosures[0]?.chapters).toBe(server.url('/known.json'));
    expect(server.requests.has('/known.json')).toBe(false);
    expect(await chaptersOf('in-document')).toEqual(listed);
  });

  it('are an error where their document is gone or too large', async () => {
    await expect(chaptersOf('gone')).rejects.toMatchObject({
      code: 'FEED_UNREACHABLE',
      details: { status: 404 },
    });
    await expect(chaptersOf('large')).rejects.toMatchObject({ details: { error_code: 'too_large' } });
  });

  it('are read from the beginning of an MP3 or MP4 file, and of no other', async () => {
    expect(await chaptersOf('tag.mp3')).toEqual(listed);
    expect(ranges).toEqual(['bytes=0-524287']);
    expect(await chaptersOf('tables.m4a')).toEqual(listed);
    expect(await chaptersOf('plain.ogg')).toEqual([]);
    expect(server.requests.has('/plain.ogg')).toBe(false);
  });

  it('are given to readers of the article alone, and of no other address', async () => {
    await expect(chaptersOf('in-document', 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { article_id } = await articleOf('in-document');
    for (const url of [server.url('/known.json'), server.url('/tag.mp3'), 'http://169.254.169.254/'])
      await expect(
        app.as('local').call('getChapters', { params: { article_id }, query: { url } }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

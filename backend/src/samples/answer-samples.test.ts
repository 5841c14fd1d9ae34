import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAddresses, samples, SAMPLE_HOST } from '../contract/index.ts';
import { sampleResponse } from '../../test/harness/web/sample-response.ts';
import { parseFeed } from '../parser/parse-feed.ts';
import { runs } from '../../test/harness/property-runs.ts';
import { answerSamples } from './answer-samples.ts';

const now = new Date('2026-03-04T16:20:00.000Z');
const asked: string[] = [];
/** Paths that resemble those of the samples. */
const path = fc
  .array(
    fc.constantFrom('2026-03-04T16', 'science', '.xml', '.png', '-2', '-3', '/', '..', '%2e', '?', '#', 'a'),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));
const fetch = answerSamples(({ url }) => {
  asked.push(url);
  return Promise.resolve(sampleResponse({ url }));
});
const addresses = [...sampleAddresses('en', now), ...sampleAddresses('ja', now)];

describe('the sample feeds', () => {
  it.each(addresses)('have entries of the last days, with texts and without links: %s', async (url) => {
    const { status, body } = await fetch({ url });
    expect(status).toBe(200);
    const feed = await parseFeed(body, 'application/rss+xml');
    expect(feed.items.length).toBeGreaterThan(4);
    for (const item of feed.items) {
      const age = now.getTime() - new Date(item.published_at ?? 0).getTime();
      expect(age).toBeGreaterThan(0);
      expect(age).toBeLessThan(4 * 24 * 3_600_000);
      expect(item.link).toBeNull();
    }
  });

  it.each(addresses)('have a picture for each entry, and an icon: %s', async (url) => {
    const feed = await parseFeed((await fetch({ url })).body, 'application/rss+xml');
    const pictures = feed.items.map(({ content }) => /<img src="([^"]+)"/.exec(content ?? '')?.[1] ?? '');
    expect(new Set(pictures).size).toBe(feed.items.length);
    for (const [address, width] of [
      ...pictures.map((each) => [each, 1280] as const),
      [feed.icon_url, 64] as const,
    ]) {
      const { status, headers, body } = await fetch({ url: address ?? '' });
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/png' });
      expect(Buffer.from(body).toString('latin1', 1, 4)).toBe('PNG');
      expect(new DataView(body.buffer).getUint32(16)).toBe(width);
    }
  });

  it('stay as they are: an address has one document, and 304 for who has it', async () => {
    const [url = ''] = addresses;
    const first = await fetch({ url });
    expect((await fetch({ url })).body).toEqual(first.body);
    const again = await fetch({ url, headers: { 'if-none-match': first.headers['etag'] ?? '' } });
    expect(again).toMatchObject({ status: 304, body: new Uint8Array(0) });
  });

  it('say each keyword that comes with them in at least two entries', async () => {
    for (const language of ['en', 'ja'] as const) {
      const bodies = await Promise.all(sampleAddresses(language, now).map((url) => fetch({ url })));
      const texts = bodies.map(({ body }) => new TextDecoder().decode(body).toLowerCase()).join('');
      for (const keyword of samples[language].keywords)
        expect([keyword, texts.split(keyword.toLowerCase()).length > 2]).toEqual([keyword, true]);
    }
  });

  it('answer for their host alone, with 404 for what they do not have', async () => {
    asked.length = 0;
    await fc.assert(
      fc.asyncProperty(path, async (asksFor) => {
        const url = URL.parse(asksFor, `https://${SAMPLE_HOST}/`);
        fc.pre(url?.host === SAMPLE_HOST);
        const isThere = /^\/2026-03-04T16\/science(-2)?\.png$|^\/2026-03-04T16\/science\.xml$/.test(
          url.pathname,
        );
        expect((await fetch({ url: url.href })).status).toBe(isThere ? 200 : 404);
        await fetch({ url: `https://${SAMPLE_HOST}.example/${asksFor}` });
        expect(asked.every((url) => url.includes('.example'))).toBe(true);
      }),
      { numRuns: runs(100) },
    );
    expect(asked.length).toBeGreaterThan(0);
    expect((await fetch({ url: `https://${SAMPLE_HOST}/2026-13-04T16/science.xml` })).status).toBe(404);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readArticle } from '../../../src/parser/article/read-article.ts';
import { ParseError } from '../../../src/parser/fields/parsed-feed.ts';
import { sanitise } from '../../../src/parser/html/sanitise.ts';
import { createWorkerParser } from '../../../src/parser/worker-parser.ts';

const sentence =
  'A sentence with a comma, and enough words to be taken for a part of an article by any reader. ';
const bytes = (html: string): Uint8Array => new TextEncoder().encode(html);
const url = 'https://a.example/';

// Large enough to show what grows faster than the page. The tree of a page is bounded, so larger ones take no longer.
const pages: Record<string, string> = {
  '100,000 nested elements': `${'<div>'.repeat(100_000)}${sentence}`,
  '1,900 nested elements with text at each level': `<div>${sentence}`.repeat(1900),
  'a tag of 100,000 attributes': `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=x`).join(' ')}>${sentence}`,
  'a megabyte of unclosed tags': '<b><i><p>'.repeat(110_000),
  '5 MB of tags that do not end': '<a '.repeat(1_600_000),
  '3,000 equal candidates': `<div><p>${sentence}</p><p>${sentence}</p></div>`.repeat(3000),
  '4,000 links': '<a href=/x>link</a> '.repeat(4000),
  '20,000 brackets': '<'.repeat(20_000),
  '20,000 entities': '&amp;'.repeat(20_000),
  'end tags that match nothing': `${'<b>'.repeat(1900)}${'</u>'.repeat(60_000)}`,
  '5 MB of spaces': `<p>${' '.repeat(5_000_000)}${sentence}`,
  '5 MB without a space': 'x'.repeat(5_000_000),
  'JSON-LD of 5 million brackets': `<script type="application/ld+json">${'['.repeat(4_900_000)}`,
  'nested cards': `<p>${`${'<span>'.repeat(90)}<img><a>x</a><a>y</a>${'</span>'.repeat(90)}`.repeat(30)}`,
  'nested boxes of pictures': `${'<div class=image>'.repeat(90)}<img>${'</div>'.repeat(90)}`.repeat(30),
};

describe('hostile pages', { tags: ['long'] }, () => {
  // A busy machine is slow, so the limit is longer than the product's; it still ends what does not grow linearly.
  const parser = createWorkerParser({
    workerUrl: new URL('../../../src/parser/worker.ts', import.meta.url),
    limitMs: 60_000,
  });
  afterAll(parser.close);

  it.each(Object.keys(pages))(
    'are read or given up within the memory of the thread: %s',
    async (name) => {
      const body = bytes(pages[name]!);
      const complaintOf = async (reading: Promise<unknown>): Promise<string | null> =>
        reading.then(
          () => null,
          (error: unknown) => (error instanceof ParseError ? error.message : `threw ${String(error)}`),
        );
      const tooLarge = 'Reading the document takes more than 96 MB of memory, so it was given up.';
      expect([null, tooLarge]).toContain(await complaintOf(parser.readPage(body, null, url)));
      expect([null, tooLarge]).toContain(await complaintOf(parser.readArticle(body, null, url)));
      // The thread reads the next page whatever happened to this one.
      expect(await parser.readPage(bytes('<title>Next</title>'), null, url)).toMatchObject({ title: 'Next' });
    },
    400_000,
  );

  it('are given up with an error that says so when they take too long', async () => {
    const hasty = createWorkerParser({
      workerUrl: new URL('../../../src/parser/worker.ts', import.meta.url),
      limitMs: 1,
    });
    const refused = await hasty
      .readArticle(bytes(pages['3,000 equal candidates']!), null, url)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ParseError);
    expect(refused).toMatchObject({ fault: 'too_complex' });
    await hasty.close();
  });
});

const payloadFile = join(import.meta.dirname, '../../../../../shared/xss/payloads.txt');

describe.skipIf(!existsSync(payloadFile))(
  'injection payloads in pages (needs ../shared)',
  { tags: ['long'] },
  () => {
    const payloads = existsSync(payloadFile) ? readFileSync(payloadFile, 'utf8').split('\n') : [];
    const RUNS =
      /<(?:script|style|iframe|svg|math|object|embed|form|input|button|link|meta|base|template|noscript)\b|<[^>]*\son\w+\s*=|<[^>]*(?:href|src)="(?!https?:|mailto:)/i;

    it('never run: in the text, the title, the author and the texts of JSON-LD of an article', () => {
      expect(payloads.length).toBeGreaterThan(6000);
      for (let from = 0; from < payloads.length; from += 40) {
        const some = payloads.slice(from, from + 40);
        const paragraphs = some.map((payload) => `<p>${sentence}${payload}</p>`).join('');
        const stated = JSON.stringify({
          '@type': 'Article',
          headline: some[0],
          author: some[1],
          articleBody: some.join('\n').repeat(9),
        });
        for (const page of [
          `<title>${some[0]}</title><meta name="author" content="${some[1]}"><article>${paragraphs}</article>`,
          `<script type="application/ld+json">${stated.replaceAll('</', '<\\/')}</script><p>x`,
        ]) {
          const { content_html, image_url, canonical_url } = readArticle(bytes(page), null, url);
          expect(content_html).not.toMatch(RUNS);
          expect(sanitise(content_html, url)).toBe(content_html);
          for (const address of [image_url, canonical_url])
            expect(address ?? 'https://').toMatch(/^https?:\/\//);
        }
      }
    });
  },
);

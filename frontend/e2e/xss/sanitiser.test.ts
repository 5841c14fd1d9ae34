import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sanitise } from '../../../backend/src/parser/html/sanitise.ts';
import { openBrowser } from '../browser.ts';
import { openChecker } from './checker.ts';
import { mutationOf, randomOf } from './mutations.ts';

const base = 'https://example.com/blog/post';
const kinds = JSON.parse(readFileSync(join(import.meta.dirname, 'payloads.json'), 'utf8')) as Record<
  string,
  string[]
>;
const payloads = Object.values(kinds).flat();
const sharedFile = join(import.meta.dirname, '../../../../shared/xss/payloads.txt');
const shared = existsSync(sharedFile) ? readFileSync(sharedFile, 'utf8').split('\n') : [];

/** The duration of `npm run fuzz:xss` in seconds. The suite itself makes a fixed number of mutations. */
const seconds = Number(process.env['XSS_FUZZ_SECONDS'] ?? 0);
const seed = Number(process.env['XSS_FUZZ_SEED'] ?? (seconds > 0 ? Date.now() % 2 ** 31 : 1));
const mutationsInSuite = 6000;
const batch = 300;

describe('sanitised HTML of articles in Chromium', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let checker: Awaited<ReturnType<typeof openChecker>>;

  beforeAll(async () => {
    browser = await openBrowser();
    checker = await openChecker(browser.page);
  });
  afterAll(() => browser?.close());

  /** Returns the payload alone and in places whose context it could end. */
  const placesOf = (payload: string): string[] => [
    payload,
    `<p>Before ${payload} after</p>`,
    `<p title="${payload}">a</p><a href='${payload}'>b</a><img alt="${payload}" src="https://a.example/p.png">`,
    `<table><tr><td>${payload}</td></tr></table>`,
  ];

  /** Returns what is wrong in the first batch that is not harmless, at most 5 findings; empty if all are harmless. */
  const harmOf = async (texts: string[]): Promise<object[]> => {
    for (let start = 0; start < texts.length; start += batch) {
      const part = texts.slice(start, start + batch);
      const clean = part.map((text) => sanitise(text, base));
      const found = await checker.check(clean);
      const told = found.map(([index, what]) => ({ what, text: part[index], clean: clean[index] }));
      const escaped = (await checker.escapes()).map((what) => ({ what, among: part }));
      if (told.length + escaped.length > 0) return [...told, ...escaped].slice(0, 5);
    }
    return [];
  };

  it.each(Object.keys(kinds))(
    'contains only what is allowed, and nothing runs, loads or navigates: %s',
    async (kind) => {
      expect(await harmOf((kinds[kind] ?? []).flatMap(placesOf))).toEqual([]);
    },
  );

  it('has at least 200 payloads of its own', () => {
    expect(new Set(payloads).size).toBeGreaterThan(300);
  });

  it.skipIf(shared.length === 0)(
    'is as harmless for 6,600 published payloads (needs ../shared)',
    async () => {
      expect(shared.length).toBeGreaterThan(6000);
      expect(await harmOf(shared.flatMap((payload) => placesOf(payload).slice(0, 3)))).toEqual([]);
    },
  );

  it(
    'is as harmless for mutations of them',
    async () => {
      const random = randomOf(seed);
      const ends = Date.now() + seconds * 1000;
      const all = [...payloads, ...shared];
      let made = 0;
      for (;;) {
        const isDone = seconds > 0 ? Date.now() >= ends : made >= mutationsInSuite;
        if (isDone) break;
        expect(await harmOf(Array.from({ length: batch }, () => mutationOf(all, random)))).toEqual([]);
        made += batch;
      }
      console.log(`${made} mutations, seed ${seed}`);
      expect(made).toBeGreaterThan(0);
    },
    (seconds + 120) * 1000,
  );
});

describe('the checker', () => {
  it('detects what is not allowed, and what runs or loads', async () => {
    const browser = await openBrowser();
    try {
      const { check, escapes } = await openChecker(browser.page);
      const wrong = [
        '<p id=x>',
        '<svg></svg>',
        '<!-- -->',
        '<a href="javascript:x" target="_blank" rel="noopener noreferrer">x</a>',
        '<img src="ftp://a.example/" loading="lazy" referrerpolicy="no-referrer">',
        '<img src=x onerror=pwn()>',
        '<iframe src="https://evil.example/"></iframe>',
      ];
      const indexes = new Set((await check(wrong)).map(([index]) => index));
      expect(indexes.size).toBe(wrong.length);
      await expect.poll(escapes).toEqual(expect.arrayContaining(['a script ran']));
      expect((await escapes()).join()).toContain('evil.example');
      expect(await check(['<p>fine</p>'])).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

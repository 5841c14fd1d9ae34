import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactedLog, hashedEmail, redactFieldsOf, redactText } from './redact.ts';
import { anyCharacter } from '../../test/harness/samples/any-character.ts';
import { runs } from '../../test/harness/property-runs.ts';

const hashed = hashedEmail('Anna@Example.org');

describe('redacting', () => {
  it.each([
    ['https://anna:hunter2@feeds.example/a.xml', 'https://[redacted]@feeds.example/a.xml'],
    ['https://tok3n@feeds.example/', 'https://[redacted]@feeds.example/'],
    ['https://anna:p@ss@feeds.example/a', 'https://[redacted]@feeds.example/a'],
    ['https://anna:pa/ss@feeds.example/a', 'https://[redacted]@feeds.example/a'],
    ['https://anna:p@s/s@feeds.example/a', 'https://[redacted]@feeds.example/a'],
    ['https://anna:pa?s#s@feeds.example/a', 'https://[redacted]@feeds.example/a'],
    ["https://anna:it's@feeds.example/a", 'https://[redacted]@feeds.example/a'],
    ['https://a.example/?u=https://b:c@d.example/', 'https://a.example/?u=https://[redacted]@d.example/'],
    [
      'https://calendar.example/ical/anna%40example.org/private-abc/basic.ics',
      `https://calendar.example/ical/${hashedEmail('anna@example.org')}/[redacted]/basic.ics`,
    ],
    ['https://feeds.example/secret:abc/a.xml', 'https://feeds.example/[redacted]/a.xml'],
    ['at https://feeds.example/9f86d081884c7d65.xml, again', 'at https://feeds.example/[redacted] again'],
    ['https://feeds.example/u/f47ac10b-58cc-4372-a567-0e02b2c3d479', 'https://feeds.example/u/[redacted]'],
    ['https://feeds.example/u/aB3d-eF5gH_iJ7kL9m/rss', 'https://feeds.example/u/[redacted]/rss'],
    ['https://feeds.example/rss?9f86d081884c7d65', 'https://feeds.example/rss?[redacted]'],
    ['https://feeds.example/?u=9f86d081884c7d65', 'https://feeds.example/?u=[redacted]'],
    ['https://feeds.example/?a=1;key=b;c', 'https://feeds.example/?a=1;key=[redacted]'],
    ['https://feeds.example/a?page=2&token=abc&n=1', 'https://feeds.example/a?page=2&token=[redacted]&n=1'],
    ['/api/auth/callback?code=abc&state=def', '/api/auth/callback?code=[redacted]&state=[redacted]'],
    ['https://feeds.example/?k=0123456789abcdef0123456789abcdef', 'https://feeds.example/?k=[redacted]'],
    ['Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer [redacted]'],
    ['__Host-omomi=reader.abcdef; theme=dark', '__Host-omomi=[redacted]; theme=dark'],
    [`token omomi_local_${'aB3'.repeat(14)}x`, 'token [redacted]'],
    [`state ${'aB3'.repeat(14)}x is unknown`, 'state [redacted] is unknown'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', '[redacted]'],
    ['refused anna@example.org, ANNA@EXAMPLE.ORG', `refused ${hashed}, ${hashed}`],
  ])('%s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
    expect(redactText(redacted)).toBe(redacted);
  });

  it.each([
    'https://mastodon.example/@anna.rss',
    'https://paper.example/technology-news-2026.xml',
    'https://paper.example/news2026technology.xml',
    'https://paper.example/WorldNews2026Technology.xml',
    'http://127.0.0.1:8400/@anna.rss',
    'http://[2001:db8::1]:8400/@anna.rss',
    'https://blog.example/2026/iPhone17-vs-Galaxy26-and-what-else/MyVeryLongTitle2026.html',
    'https://blog.example/BBC-News-at-Ten-20260131-1800/index.xml',
    'https://omomi.example/articles/1234567890123456789',
    'at run (file:///var/task/9f86d081884c7d65/index.mjs:12:3)',
    'https://feeds.example/2026/01/31/a-long-title-with-words?page=2#top',
    'POST /api/articles/{article_id}/read',
    'job 0123456789abcdef0123456789abcdef done in 12.3 ms',
    'at parse (file:///app/node_modules/@middy/core/index.js:12:3)',
  ])('leaves %s as it is', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('hashes an e-mail address to the same digits in any letter case', () => {
    expect(hashed).toMatch(/^email:[0-9a-f]{8}$/);
    expect(hashedEmail(' anna@example.org ')).toBe(hashed);
    expect(hashedEmail('ben@example.org')).not.toBe(hashed);
  });

  it('redacts errors, their causes and all nested properties', () => {
    const cause = Object.assign(new TypeError('at https://a:secret99@x.example/'), {
      code: 'ENOTFOUND',
      config: { headers: { Authorization: 'secret99', 'set-cookie': ['secret99'], accept: 'text/html' } },
    });
    const error = new AggregateError([cause], 'two of anna@example.org', { cause });
    const fields = redactFieldsOf({ error, token: 'secret99', code: 'secret99', feeds: 3, none: null });
    const text = JSON.stringify(fields);
    expect(text).not.toMatch(/secret99|anna@/);
    expect(fields).toMatchObject({
      error: {
        name: 'AggregateError',
        cause: { name: 'TypeError', code: 'ENOTFOUND' },
        errors: [{ code: 'ENOTFOUND' }],
      },
      token: '[redacted]',
      code: '[redacted]',
      feeds: 3,
      none: null,
    });
    expect(text).toContain('text/html');
  });

  it('redacts the address of a feed, with its reader', () => {
    const text = `GET /api/out/feed_local_${'a-_Z9'.repeat(8)}abc.atom HTTP/1.1`;
    expect(redactText(text)).toBe('GET /api/out/[redacted].atom HTTP/1.1');
  });

  it('redacts a parameter completely, however long its name and value are', () => {
    for (const [name, value] of [
      ['token', 'x'.repeat(100_000)],
      [`${'n'.repeat(100_000)}_token`, 'x'],
    ])
      expect(redactText(`https://a.example/?${name}=${value}`)).toBe(`https://a.example/?${name}=[redacted]`);
  });

  it('keeps error codes, but redacts other codes and all keys', () => {
    const codes = ['ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT', 'ERR_HTTP2_ERROR', 'Z_DATA_ERROR', 'FORBIDDEN'];
    for (const code of codes) expect(redactFieldsOf({ code })).toEqual({ code });
    for (const code of ['AB12CD34', 'A1B2C3D4E5F6G7H8', 'SECRET99', 'A1_B2_C3', '4/0AX4XfWh'])
      expect(redactFieldsOf({ code })).toEqual({ code: '[redacted]' });
    for (const name of ['key', 'api_key', 'apiKey', 'X-Api-Key', 'OPENAI_API_KEY'])
      expect(redactFieldsOf({ [name]: 'abc' })).toEqual({ [name]: '[redacted]' });
  });

  it('keeps names of words and years', () => {
    const word = fc.constantFrom(
      'world',
      'News',
      'technology',
      'Harbour',
      'feed',
      'Science',
      'culture',
      'Region',
    );
    const parts = fc.array(
      fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: fc.constant('-2026-') }),
      {
        minLength: 2,
        // Shorter than the 43 characters of a secret of this service.
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom('', '-', '_'),
        fc.constantFrom('', '.xml'),
        (words, between, end) => {
          const address = `https://a.example/rss/${words.join(between)}${end}`;
          expect(redactText(address)).toBe(address);
        },
      ),
    );
  });

  it('redacts random keys in addresses and keeps words', () => {
    const hex = fc.uint8Array({ minLength: 16, maxLength: 64 }).map((bytes) => Buffer.from(bytes));
    const key = fc.oneof(
      hex.map((bytes) =>
        createHash('sha256')
          .update(bytes)
          .digest('hex')
          .slice(0, 24 + (bytes.length % 40)),
      ),
      hex.map((bytes) => createHash('sha256').update(bytes).digest('base64url')),
    );
    fc.assert(
      fc.property(key, (text) => {
        expect(redactText(`https://a.example/u/${text}/rss.xml`)).toBe(
          'https://a.example/u/[redacted]/rss.xml',
        );
      }),
    );
    const word = fc.string({
      unit: fc.integer({ min: 97, max: 122 }).map((code) => String.fromCharCode(code)),
      minLength: 3,
      maxLength: 9,
    });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 99 }),
        (words, n) => {
          const address = `https://a.example/the-${words.join('-')}/${n}`;
          expect(redactText(address)).toBe(address);
        },
      ),
    );
  });

  it('ends for circular references and does not follow other objects', () => {
    const ring: Record<string, unknown> = {
      url: new URL('https://a:b@x.example/'),
      bytes: new Uint8Array(9),
    };
    ring['ring'] = ring;
    ring['server'] = new Map([['password', 'secret99']]);
    const text = JSON.stringify(redactFieldsOf(ring));
    expect(text).toContain('[Map]');
    expect(text).toContain('[9 bytes]');
    expect(text).toContain('https://[redacted]@x.example/');
    expect(text).not.toContain('secret99');
  });

  it('never throws, returns JSON and takes linear time for long texts', { tags: ['long'] }, () => {
    const lines: string[] = [];
    const keep = (message: string, fields: object) => lines.push(JSON.stringify({ message, ...fields }));
    const log = createRedactedLog({ info: keep, warn: keep, error: keep });
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        (message, fields) => {
          log.info(message, fields);
        },
      ),
      { numRuns: runs(100) },
    );
    expect(lines).toHaveLength(runs(100));
    for (const hostile of [
      '@',
      'a@',
      'a.',
      '?a=',
      '://',
      'Bearer ',
      'eyJ',
      'aA1-',
      'a@a.',
      '&amp;',
      ';',
      '?a;',
      'a-1',
      '/',
    ])
      for (const before of ['', 'https://', 'https://a:', '?a='])
        expect(redactText(before + hostile.repeat(20_000)).length).toBeGreaterThan(0);
  });
});

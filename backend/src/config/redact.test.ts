import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactedLog, hashedEmail, redactFieldsOf, redactText } from './redact.ts';

const hashed = hashedEmail('Anna@Example.org');

describe('redacting', () => {
  it.each([
    ['https://anna:hunter2@feeds.example/a.xml', 'https://[redacted]@feeds.example/a.xml'],
    ['https://tok3n@feeds.example/', 'https://[redacted]@feeds.example/'],
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
    'https://feeds.example/2026/01/31/a-long-title-with-words?page=2#top',
    'POST /api/articles/{article_id}/read',
    'job 0123456789abcdef0123456789abcdef done in 12.3 ms',
    'at parse (file:///app/node_modules/@middy/core/index.js:12:3)',
  ])('leaves %s as it is', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('hashes an e-mail address to the same digits whatever its letter case', () => {
    expect(hashed).toMatch(/^email:[0-9a-f]{8}$/);
    expect(hashedEmail(' anna@example.org ')).toBe(hashed);
    expect(hashedEmail('ben@example.org')).not.toBe(hashed);
  });

  it('goes through errors, their causes and properties, and everything in them', () => {
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

  it('ends for rings, and follows nothing that is no plain value', () => {
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

  it('never throws, answers with JSON, and takes no longer for long texts than in proportion', () => {
    const lines: string[] = [];
    const keep = (message: string, fields: object) => lines.push(JSON.stringify({ message, ...fields }));
    const log = createRedactedLog({ info: keep, warn: keep, error: keep });
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        (message, fields) => {
          log.info(message, fields);
        },
      ),
      { numRuns: 100 },
    );
    expect(lines).toHaveLength(100);
    for (const hostile of ['@', 'a@', 'a.', '?a=', '://', 'Bearer ', 'eyJ', 'aA1-', 'a@a.', '&amp;'])
      expect(redactText(hostile.repeat(20_000)).length).toBeGreaterThan(0);
  }, 20_000);
});

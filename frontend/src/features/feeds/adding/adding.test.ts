import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyUrl } from '../../../../../backend/test/harness/samples/any-url.ts';
import { feedFixture } from '../../../../test/fixtures.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { addLines, leftToMend } from '../../../components/adding/add-lines.ts';
import { addressesOf, isOpml } from './use-add-form.ts';

describe('a pasted text', () => {
  it('is read as addresses, one on each line or several on one', () => {
    expect(addressesOf(' example.com \r\n\r\nhttps://a.example/feed\nexample.com\n')).toEqual([
      'example.com',
      'https://a.example/feed',
    ]);
    expect(addressesOf('a.example, b.example、c.example')).toEqual(['a.example', 'b.example', 'c.example']);
    expect(addressesOf('- The Herald: https://herald.example/feed, and HTTP://b.example/')).toEqual([
      'https://herald.example/feed',
      'HTTP://b.example/',
    ]);
    expect(addressesOf('<https://mail.example/feed>')).toEqual(['<https://mail.example/feed>']);
  });

  it('that is no address stays one, so that the reader sees what was wrong with it', () => {
    expect(addressesOf('not an address')).toEqual(['not an address']);
    expect(addressesOf(' \n ')).toEqual([]);
  });

  it('is never lost: each line without blanks is in the addresses', () => {
    const line = anyUrl().filter((url) => !/[,、;<>"]/u.test(url));
    fc.assert(
      fc.property(fc.uniqueArray(line, { maxLength: 20 }), (lines) => {
        expect(addressesOf(lines.join('\n'))).toEqual(lines);
      }),
    );
  });

  it('may be a document of feeds', () => {
    expect(isOpml('<?xml version="1.0"?>\n<opml version="2.0"><body/></opml>')).toBe(true);
    expect(isOpml('https://example.com/opml')).toBe(false);
  });
});

describe('adding several addresses', () => {
  const error = (
    code: 'RATE_LIMITED' | 'ALREADY_SUBSCRIBED' | 'FEED_NOT_FOUND' | 'OFFLINE',
    details: object,
  ) =>
    new ApiError(
      { code, message: '', details, category: 'validation', action: '' },
      code === 'OFFLINE' ? 0 : 400,
    );
  const candidate = { url: 'https://d.example/#omomi=page:1a2b3c4d', title: null, format: 'page' as const };
  const answers = new Map<string, Error>([
    ['known', error('ALREADY_SUBSCRIBED', { feed_id: feedFixture(7).feed_id })],
    ['away', error('OFFLINE', {})],
    ['offered', error('FEED_NOT_FOUND', { candidates: [candidate] })],
    ['wrong', error('FEED_NOT_FOUND', { candidates: [] })],
  ]);

  it('tells the outcome of each, waits where it must, and keeps what failed', async () => {
    const waits: number[] = [];
    const progress: [number, boolean][] = [];
    let isLimited = true;
    const results = await addLines({
      addresses: ['good', ...answers.keys(), 'late'],
      add: async (address) => {
        const failure = answers.get(address);
        if (failure !== undefined) throw failure;
        if (address === 'late' && isLimited) {
          isLimited = false;
          throw error('RATE_LIMITED', { retry_after: 30 });
        }
        return feedFixture(1);
      },
      onProgress: ({ done, isWaiting }) => progress.push([done, isWaiting]),
      wait: async (seconds) => void waits.push(seconds),
    });
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'added',
      'known',
      'later',
      'offered',
      'failed',
      'added',
    ]);
    expect(results[1]).toMatchObject({ feedId: feedFixture(7).feed_id });
    expect(leftToMend(results)).toEqual(['offered', 'wrong']);
    expect(waits).toEqual([31]);
    expect(progress.slice(-2)).toEqual([
      [5, false],
      [5, true],
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importRow } from '../../contract/index.ts';
import { feedIdOf } from '../../model/feed/feed-url.ts';
import { foldersToTake, planImport, type FollowedRow } from './plan-import.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyUrl } from '../../../test/harness/samples/any-url.ts';

const row = (url: string) => ({ url, title: null, folder: null });
const options = {
  subscribed: new Map<string, FollowedRow>(),
  subscriptions: 0,
  maxSubscriptions: 1000,
  refusalOf: () => null,
};
const followed = (url: string, folder: string | null = null): FollowedRow => ({
  feed_id: feedIdOf(url),
  folder,
});
const planned = (urls: string[], changes: Partial<typeof options> = {}) =>
  planImport(urls.map(row), { ...options, ...changes }).map(({ outcome, problem }) => problem ?? outcome);

describe('the plan of an import', () => {
  it('plans each address once, however it is spelled', () => {
    expect(
      planned(['https://A.example/f', 'a.example/f', 'feed:https://a.example:443/f#x', 'http://a.example/f']),
    ).toEqual(['pending', 'repeated', 'repeated', 'pending']);
  });

  it('reports the error of each row and continues', () => {
    const refused = (url: string) => (url.includes('10.0.0.1') ? 'private' : null);
    expect(
      planImport(
        ['', 'ftp://a.example/', 'http://me:pw@a.example/', 'http://10.0.0.1/', 'a.example'].map(row),
        {
          ...options,
          refusalOf: refused,
        },
      ),
    ).toMatchObject([
      { outcome: 'failed', problem: 'no_address' },
      { outcome: 'failed', problem: 'invalid_address', why: expect.stringContaining('http') },
      { outcome: 'failed', problem: 'invalid_address', why: expect.stringContaining('password') },
      { outcome: 'failed', problem: 'address_refused', why: 'private', feed_id: null },
      { outcome: 'pending', url: 'https://a.example/', feed_id: feedIdOf('https://a.example/') },
    ]);
  });

  it('counts existing subscriptions, but no duplicates, towards the limit', () => {
    const subscribed = new Map([[feedIdOf('https://old.example/'), followed('https://old.example/')]]);
    expect(
      planned(['old.example', 'a.example', 'a.example', 'b.example', 'c.example'], {
        subscribed,
        subscriptions: 1,
        maxSubscriptions: 3,
      }),
    ).toEqual(['already_subscribed', 'pending', 'repeated', 'pending', 'subscription_limit']);
  });

  it('puts followed feeds that are in no folder into the document’s first folder for them', () => {
    const loose = followed('https://loose.example/');
    const subscribed = new Map([
      [feedIdOf('https://loose.example/'), loose],
      [feedIdOf('https://moved.example/'), loose],
      [feedIdOf('https://filed.example/'), followed('https://filed.example/', 'Mine')],
    ]);
    const rows = [
      { ...row('loose.example'), folder: null },
      { ...row('moved.example'), folder: 'News' },
      { ...row('loose.example'), folder: 'Later' },
      { ...row('filed.example'), folder: 'News' },
      { ...row('new.example'), folder: 'News' },
    ];
    const plan = planImport(rows, { ...options, subscribed });
    expect(foldersToTake(plan, subscribed)).toEqual(new Map([[loose.feed_id, 'News']]));
    expect(plan.map(({ why }) => why?.includes('folder “') ?? false)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('always has one row for each row of the document, and never exceeds the limit', () => {
    const url = fc.oneof(
      fc.string(),
      fc.string({ unit: anyCharacter }),
      anyUrl(),
      fc.constantFrom('a.example', ''),
    );
    fc.assert(
      fc.property(fc.array(url, { maxLength: 40 }), fc.nat({ max: 10 }), (urls, maxSubscriptions) => {
        const plan = planImport(urls.map(row), { ...options, maxSubscriptions });
        expect(plan).toHaveLength(urls.length);
        expect(importRow.array().parse(plan)).toEqual(plan);
        const wanted = plan.filter(({ outcome }) => outcome === 'pending').map(({ feed_id }) => feed_id);
        expect(new Set(wanted).size).toBe(wanted.length);
        expect(wanted.length).toBeLessThanOrEqual(maxSubscriptions);
      }),
      { numRuns: runs(200) },
    );
  });
});

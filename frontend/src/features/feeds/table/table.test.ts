import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedFixture } from '../../../../test/fixtures.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { isInState, shownIn } from './view.ts';
import { type Progress, concerned, oneByOne } from '../many/use-deeds.ts';
import { allToggled, nothing, toggled } from '../many/selection-bar.tsx';
import { paceText, shareText } from './figures.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('the feeds that a view shows', () => {
  it('are found by title, address and folder, in any case and width', () => {
    const feed = feedFixture(1, { title: 'Ｈarbour Times', folder: '朝のニュース' });
    const finds = (find: string) => shownIn({ find, state: null }, now)(feed);
    expect(['harbour t', 'FEED1.example', 'ニュース', ' ', ''].map(finds)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(finds('evening')).toBe(false);
  });

  it('are narrowed down by state', () => {
    const failing = feedFixture(1, { error_code: 'timed_out' });
    const paused = feedFixture(2, { is_active: false, error_code: 'gone', fetch_status: 'stopped' });
    const quiet = feedFixture(3, {
      feed_last_updated: '2025-11-01T00:00:00.000Z',
      last_read_at: now.toISOString(),
    });
    const old = feedFixture(4, { feed_last_updated: null, created_at: '2025-11-01T00:00:00.000Z' });
    const all = [failing, paused, quiet, old];
    const inState = (state: Parameters<typeof isInState>[1]) =>
      all.filter((feed) => isInState(feed, state, now));
    expect(inState('trouble')).toEqual([failing]);
    expect(inState('paused')).toEqual([paused]);
    expect(inState('quiet')).toEqual([quiet, old]);
    expect(inState('never_read')).toEqual([failing, paused, old]);
  });
});

describe('a selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e'];
  const ids = ({ ids: chosen }: typeof nothing) => [...chosen].toSorted();

  it('grows by a range with Shift, and shrinks by one', () => {
    const first = toggled(nothing, order, 'b', false);
    const range = toggled(first, order, 'd', true);
    expect(ids(range)).toEqual(['b', 'c', 'd']);
    expect(ids(toggled(range, order, 'c', true))).toEqual(['b']);
    expect(ids(toggled(nothing, order, 'c', true))).toEqual(['c']);
  });

  it('of all that are shown keeps those that are not', () => {
    const hidden = toggled(nothing, ['x'], 'x', false);
    const full = allToggled(hidden, order);
    expect(ids(full)).toEqual(['a', 'b', 'c', 'd', 'e', 'x']);
    expect(ids(allToggled(full, order))).toEqual(['x']);
  });

  it('changes a feed back by a second press', () => {
    fc.assert(
      fc.property(fc.subarray(order), fc.constantFrom(...order), (some, id) => {
        const start = { ids: new Set(some), anchor: null };
        const back = toggled(toggled(start, order, id, false), order, id, false);
        expect(ids(back)).toEqual(some.toSorted());
      }),
    );
  });
});

describe('a deed with many feeds', () => {
  const feeds = [1, 2, 3].map((n) => feedFixture(n));
  const refused = (code: 'RATE_LIMITED' | 'NOT_FOUND' | 'INTERNAL' | 'OFFLINE', status: number) =>
    new ApiError({ code, message: '', details: { retry_after: 7 }, category: 'system', action: '' }, status);
  const work = async (act: (n: number, attempt: number) => void, stopAfter = Infinity) => {
    const told: Progress[] = [];
    const waits: number[] = [];
    const attempts = new Map<string, number>();
    let asked = 0;
    const result = await oneByOne({
      feeds,
      act: async ({ feed_id }) => {
        const attempt = (attempts.get(feed_id) ?? 0) + 1;
        attempts.set(feed_id, attempt);
        act(Number(feed_id), attempt);
      },
      onProgress: (progress) => told.push(progress),
      isStopped: () => asked++ >= stopAfter,
      wait: async (seconds) => void waits.push(seconds),
    });
    return { ...result, told, waits, tried: attempts.size };
  };

  it('waits as long as a rate limit says, and goes on', async () => {
    const { done, told, waits } = await work((n, attempt) => {
      if (n === 2 && attempt === 1) throw refused('RATE_LIMITED', 429);
    });
    expect(done).toEqual(feeds);
    expect(waits).toEqual([8]);
    expect(told.map(({ done: before, isWaiting }) => [before, isWaiting])).toEqual([
      [0, false],
      [1, false],
      [1, true],
      [2, false],
    ]);
  });

  it('goes on after a failure, and counts a feed that is gone as done', async () => {
    const { done, failed } = await work((n) => {
      if (n === 1) throw refused('INTERNAL', 500);
      if (n === 2) throw refused('NOT_FOUND', 404);
    });
    expect(done).toEqual(feeds.slice(1));
    expect(failed.map(({ feed }) => feed)).toEqual(feeds.slice(0, 1));
  });

  it('without a connection tries no other feed, and loses none', async () => {
    const { done, failed, tried } = await work((n) => {
      if (n === 2) throw refused('OFFLINE', 0);
    });
    expect([done, failed.map(({ feed }) => feed), tried]).toEqual([feeds.slice(0, 1), feeds.slice(1), 2]);
  });

  it('can be stopped', async () => {
    const { done, left } = await work(() => undefined, 1);
    expect([done, left]).toEqual([feeds.slice(0, 1), feeds.slice(1)]);
  });

  it('concerns only feeds that it changes', () => {
    const [a, b, c] = [
      feedFixture(1, { folder: 'News', error_code: 'timed_out' }),
      feedFixture(2, { is_active: false }),
      feedFixture(3),
    ];
    const all = [a, b, c];
    expect(concerned({ kind: 'move', folder: null }, all)).toEqual([a]);
    expect(concerned({ kind: 'pause' }, all)).toEqual([a, c]);
    expect(concerned({ kind: 'resume' }, all)).toEqual([b]);
    expect(concerned({ kind: 'retry' }, all)).toEqual([a]);
    expect(concerned({ kind: 'leave' }, all)).toEqual(all);
  });
});

it('figures of a feed are short', () => {
  expect([0, 0.001, 0.126, 1].map((share) => shareText(share, 'en'))).toEqual(['0%', '<1%', '13%', '100%']);
  expect([0.25, 9.96, 35.4, 1200].map((pace) => paceText(pace, 'en'))).toEqual(['0.3', '10', '35', '1,200']);
});

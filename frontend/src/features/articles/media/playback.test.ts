import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Positions, parsePositions, positionIn, speedOf, withPosition } from './playback.ts';

const url = 'https://pod.example/1.mp3';

describe('the position in a recording', () => {
  it('is where the reader was last', () => {
    const positions = withPosition([[url, 30]], url, { seconds: 754.8, duration: 3600 });
    expect(positions).toEqual([[url, 754]]);
    expect(positionIn(positions, url)).toBe(754);
    expect(positionIn(positions, 'https://pod.example/2.mp3')).toBe(0);
  });

  it.each([
    { seconds: 3, duration: 3600 },
    { seconds: 3595, duration: 3600 },
    { seconds: Number.NaN, duration: Number.NaN },
  ])('is forgotten near the beginning and the end: $seconds of $duration', (at) => {
    expect(withPosition([[url, 30]], url, at)).toEqual([]);
  });

  it('is kept with what is played, and is read without it from before that', () => {
    const played = {
      kind: 'audio',
      url,
      source: url,
      name: '1.mp3',
      title: 'Waves',
      address: '/?article=1',
    } as const;
    const positions = withPosition([['u', 5]], url, { seconds: 90, duration: 3600.4, played });
    expect(positions).toEqual([
      [url, 90, { ...played, duration: 3600 }],
      ['u', 5],
    ]);
    expect(parsePositions(JSON.stringify(positions))).toEqual(positions);
    const [endless] = withPosition([], url, { seconds: 90, duration: Infinity, played });
    expect(endless?.[2]?.duration).toBeNull();
  });

  it('is kept of a stream without an end', () => {
    expect(withPosition([], url, { seconds: 90, duration: Infinity })).toEqual([[url, 90]]);
  });

  it('is kept of the 50 last played, each once', () => {
    const played = fc.array(fc.tuple(fc.nat(80), fc.integer({ min: 10, max: 999 })), { maxLength: 200 });
    fc.assert(
      fc.property(played, (all) => {
        let positions: Positions = [];
        for (const [n, seconds] of all)
          positions = withPosition(positions, `u${n}`, { seconds, duration: 9999 });
        expect(positions.length).toBeLessThanOrEqual(50);
        expect(new Set(positions.map(([one]) => one)).size).toBe(positions.length);
        const [last] = all.slice(-1).map(([n, seconds]) => [`u${n}`, seconds]);
        expect(positions[0]).toEqual(last);
      }),
    );
  });

  it('is unknown if what is stored is damaged', () => {
    for (const text of [null, '', '{', '7', '[["u"]]', '[["u",-1]]'])
      expect(parsePositions(text)).toEqual([]);
    expect(parsePositions('[["u",5]]')).toEqual([['u', 5]]);
  });
});

it('a speed that is not on offer is 1', () => {
  expect([null, '1.5', '9', 'x'].map(speedOf)).toEqual([1, 1.5, 1, 1]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesText, durationText, msText, usdText } from './figures.tsx';

describe('figures of a crawl', () => {
  it('have the unit that suits their size', () => {
    expect([0, 850, 999.6, 1000, 1449, 61_000].map((ms) => msText(ms, 'en'))).toEqual([
      '0 ms',
      '850 ms',
      '1,000 ms',
      '1 s',
      '1.4 s',
      '61 s',
    ]);
    expect([0, 999, 1000, 1250, 45_600, 1_230_000, 7e9].map((bytes) => bytesText(bytes, 'en'))).toEqual([
      '0 B',
      '999 B',
      '1 kB',
      '1.3 kB',
      '46 kB',
      '1.2 MB',
      '7 GB',
    ]);
    expect([0, 45, 60, 125, 3600, 3661, 90_000].map((seconds) => durationText(seconds, 'en'))).toEqual([
      '0 sec',
      '45 sec',
      '1 min',
      '2 min 5 sec',
      '1 hr',
      '1 hr 1 min',
      '1 day 1 hr',
    ]);
    expect(durationText(125, 'ja')).toBe('2分5秒');
    expect([0, 0.000_041, 0.01, 1.5].map((usd) => usdText(usd, 'en'))).toEqual([
      '0.00',
      '0.000041',
      '0.01',
      '1.50',
    ]);
  });

  it('never have a value of four digits but 1,000 after rounding, whatever the number of bytes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9e14 }), (bytes) => {
        const value = Number((bytesText(bytes, 'en').split(' ')[0] ?? '').replaceAll(',', ''));
        expect(value).toBeLessThanOrEqual(1000);
      }),
    );
  });
});

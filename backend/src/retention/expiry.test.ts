import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleEntry } from '../../test/harness/samples/storage-samples.ts';
import { expiryOf, isExpired, renewed, retentionFor, readUnopened } from '../model/article/expiry.ts';
import { runs } from '../../test/harness/property-runs.ts';

const days = fc.integer({ min: 1, max: 365 });
const hours = fc.integer({ min: 1, max: 8760 });
const retentions = fc.record({ article_days: days, read_hours: hours });
const choices = fc.option(fc.record({ article_days: days, read_hours: hours }));
const START = Date.parse('2026-03-01T08:00:00.000Z');
const times = fc.integer({ min: 0, max: 400 * 24 * 60 }).map((minutes) => new Date(START + minutes * 60_000));

const entries = fc.record({ arrived: times, read: fc.option(times), is_saved: fc.boolean() }).map((chosen) =>
  sampleEntry({
    created_at: chosen.arrived.toISOString(),
    is_read: chosen.read !== null,
    read_at: chosen.read?.toISOString() ?? null,
    is_saved: chosen.is_saved,
  }),
);

describe('a reader’s retention', () => {
  it('is the reader’s choice, but never more than the deployment’s', () => {
    expect(retentionFor(null, { article_days: 7, read_hours: 24 })).toEqual({
      article_days: 7,
      read_hours: 24,
    });
    fc.assert(
      fc.property(choices, retentions, (retention, deployment) => {
        const { article_days, read_hours } = retentionFor({ retention }, deployment);
        expect(article_days).toBe(Math.min(retention?.article_days ?? Infinity, deployment.article_days));
        expect(read_hours).toBe(Math.min(retention?.read_hours ?? Infinity, deployment.read_hours));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('an expiry that follows a changed retention', () => {
  const HOUR_MS = 3_600_000;

  it('follows the retention, restores no expired entry and changes no saved one', () => {
    fc.assert(
      fc.property(entries, retentions, retentions, times, (bare, before, after, now) => {
        const entry = { ...bare, expires_at: expiryOf(bare, before) };
        const wanted = expiryOf(bare, after);
        const isOver = entry.expires_at === null || isExpired(entry, now.toISOString());
        const goesSoon = Date.parse(entry.expires_at ?? '') - now.getTime() <= HOUR_MS;
        const isShorter = (wanted ?? '') < (entry.expires_at ?? '');
        const stays = isOver || wanted === entry.expires_at || (goesSoon && isShorter);
        const changed = renewed(entry, after, now);
        expect(changed).toEqual(stays ? null : { ...entry, expires_at: wanted });
        expect(changed === null ? null : renewed(changed, after, now)).toBeNull();
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps the hour of an entry that was just unsaved', () => {
    const now = new Date(START);
    const inAnHour = new Date(START + HOUR_MS).toISOString();
    const loose = sampleEntry({ created_at: '2025-01-01T00:00:00.000Z', expires_at: inAnHour });
    expect(renewed(loose, { article_days: 1, read_hours: 1 }, now)).toBeNull();
  });

  it('keeps the time of an entry that was marked because its story was read', () => {
    fc.assert(
      fc.property(times, times, retentions, (arrived, at, retention) => {
        const unread = sampleEntry({
          created_at: arrived.toISOString(),
          is_read: false,
          read_at: null,
          is_saved: false,
        });
        const entry = { ...unread, expires_at: expiryOf(unread, retention) };
        const marked = readUnopened(entry, { retention, at: at.toISOString() });
        expect(renewed(marked, retention, at)).toBeNull();
        expect(Date.parse(marked.expires_at ?? '')).toBeLessThanOrEqual(Date.parse(entry.expires_at ?? ''));
      }),
      { numRuns: runs(300) },
    );
  });
});

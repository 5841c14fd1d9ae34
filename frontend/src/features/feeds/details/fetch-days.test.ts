import { describe, expect, it } from 'vitest';
import { feedFixture } from '../../../../test/fixtures.ts';
import { automaticText, nextFetchWhy } from './fetch-days.tsx';
import { texts } from '../../../../test/texts.ts';

const { details: english } = texts.feedDialogs.en;
const { details: japanese } = texts.feedDialogs.ja;

describe('the reason for the time of the next fetch', () => {
  it.each([
    [{ interval_reason: 'usual' }, 'Every hour, and less often while nothing new comes.'],
    [
      { interval_reason: 'publishes_rarely', current_interval_minutes: 352 },
      'About every 6 hours, because it publishes rarely.',
    ],
    [
      { interval_reason: 'publisher_asks', current_interval_minutes: 1440 },
      'About every 24 hours, because its publisher asks for that.',
    ],
    [
      { interval_reason: 'hub', current_interval_minutes: 1440 },
      'At once, because its site tells this server of news, and about every 24 hours in any case.',
    ],
    [{ interval_reason: 'chosen', current_interval_minutes: 30 }, 'Every 30 minutes, as you chose.'],
    [
      { interval_reason: 'another_reader', current_interval_minutes: 30 },
      'Every 30 minutes, as another reader on this server chose.',
    ],
    [{ next_fetch_reason: 'asked_to_wait' }, 'The site asked Omomi to wait until then.'],
    [{ next_fetch_reason: 'failing' }, 'The last attempt failed, so Omomi tries again then.'],
    [{ next_fetch_reason: 'first' }, 'It has not been fetched yet.'],
    [{ next_fetch_reason: null }, null],
  ] as const)('is told for %j', (changes, text) => {
    expect(nextFetchWhy(english, feedFixture(1, changes))).toBe(text);
    expect(nextFetchWhy(japanese, feedFixture(1, changes)) === null).toBe(text === null);
  });
});

describe('the automatic interval', () => {
  it('is named with what it is now and why', () => {
    const rare = feedFixture(1, { interval_reason: 'publishes_rarely', current_interval_minutes: 352 });
    expect(automaticText(english, rare)).toBe('Automatic (now about every 6 hours: it publishes rarely)');
    expect(automaticText(japanese, rare)).toBe('自動（更新が少ないため、現在は約6時間ごと）');
    expect(automaticText(english, feedFixture(1))).toBe('Automatic (now about every hour)');
  });
  it('is named alone while another interval holds', () => {
    const chosen = feedFixture(1, { fetch_interval_minutes: 30, interval_reason: 'chosen' });
    expect(automaticText(english, chosen)).toBe('Automatic');
    expect(automaticText(english, feedFixture(1, { interval_reason: 'another_reader' }))).toBe('Automatic');
  });
});

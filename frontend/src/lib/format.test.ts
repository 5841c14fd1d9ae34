import { beforeAll, describe, expect, it } from 'vitest';
import {
  hostOf,
  isTelling,
  joined,
  languageOf,
  relativeTime,
  scoreText,
  shortTime,
  timeLeft,
  weightText,
} from './format.ts';
import { loadStart } from './i18n/languages.ts';

beforeAll(() => loadStart('ja'));

const now = new Date('2026-03-10T12:00:00.000Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

describe('relativeTime', () => {
  it.each([
    [0.5, 'now'],
    [5, '5 min. ago'],
    [59.9, '59 min. ago'],
    [60 * 3, '3 hr. ago'],
    [60 * 24, 'yesterday'],
    [60 * 24 * 8, 'Mar 2'],
    [60 * 24 * 400, 'Feb 3, 2025'],
    // The time of a server whose clock is ahead must not appear as a future time.
    [-30, 'now'],
  ])('%s minutes ago is %s', (minutes, text) => {
    expect(relativeTime(ago(minutes), now, 'en')).toBe(text);
  });

  it('has Japanese words', () => {
    expect(relativeTime(ago(5), now, 'ja')).toBe('5分前');
    expect(relativeTime(ago(60 * 24 * 8), now, 'ja')).toBe('3月2日');
  });
});

describe('timeLeft', () => {
  it.each([
    [60 * 24 * 7, null],
    [60 * 48 + 1, null],
    [60 * 48, 'in 2 days'],
    [60 * 25, 'in 2 days'],
    [60 * 24, 'in 24 hours'],
    [60 * 4.5, 'in 5 hours'],
    [30, 'in 30 minutes'],
    [-5, 'in 0 minutes'],
  ])('with %s minutes left is %s', (minutes, text) => {
    expect(timeLeft(ago(-minutes), now, 'en')).toBe(text);
  });

  it('is nothing for a saved article, and has Japanese words', () => {
    expect(timeLeft(null, now, 'en')).toBeNull();
    expect(timeLeft(ago(-60 * 30), now, 'ja')).toBe('2日後');
  });
});

describe('shortTime', () => {
  it('tells the hour without a zero before it, and the day unless it is today', () => {
    const morning = new Date(2026, 2, 10, 9, 5);
    expect(shortTime(morning.toISOString(), new Date(2026, 2, 10, 12), 'en')).toMatch(/^9:05\sAM$/);
    expect(shortTime(morning.toISOString(), new Date(2026, 2, 10, 12), 'ja')).toBe('9:05');
    expect(shortTime(morning.toISOString(), new Date(2026, 2, 11), 'en')).toMatch(/^Mar 10, 9:05\sAM$/);
  });
});

describe('figures', () => {
  it('shows scores with two decimals and weights without needless zeros', () => {
    expect([1.2345, -0.412].map(scoreText)).toEqual(['1.23', '−0.41']);
    expect([0, 0.002, 0.0049, 0.005, 0.0051].map(scoreText)).toEqual(['0', '<0.01', '<0.01', '0.01', '0.01']);
    expect([1, 0.5, 10, 0.30000000000000004].map(weightText)).toEqual(['1', '0.5', '10', '0.3']);
  });

  it('detects contributions that round to 0.00', () => {
    expect([0.006, -0.006, 0.004, 0].map(isTelling)).toEqual([true, true, false, false]);
  });
});

describe('texts', () => {
  it('are joined as their language joins sentences', () => {
    expect(joined(['It failed.', 'Try again.'])).toBe('It failed. Try again.');
    expect(joined(['失敗しました。', 'もう一度お試しください。'])).toBe(
      '失敗しました。もう一度お試しください。',
    );
    expect(joined(['失敗しました。'])).toBe('失敗しました。');
  });

  it('knows Japanese by its kana', () => {
    expect(languageOf('海のニュース')).toBe('ja');
    expect(languageOf('News about 東京')).toBeUndefined();
  });

  it('knows Korean by Hangul, and Chinese by letters that are not written in Japanese', () => {
    expect(languageOf('새로운 등대가 문을 열다')).toBe('ko');
    expect(languageOf('为什么这个灯塔关门了')).toBe('zh-Hans');
    expect(languageOf('為什麼這個燈塔關門了')).toBe('zh-Hant');
    expect(languageOf('首相、臨時国会の召集を表明')).toBe('ja');
    const either = ['東京都知事選挙', '大学入試、過去最多', '北京 2026', '渡邊國男氏、齋藤氏'];
    expect(either.filter((text) => languageOf(text) !== undefined)).toEqual([]);
  });

  it('shortens an address to its host, and leaves other texts as they are', () => {
    expect(hostOf('https://www.example.com/a?b')).toBe('example.com');
    expect(hostOf('not an address')).toBe('not an address');
  });
});

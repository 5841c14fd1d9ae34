import { describe, expect, it } from 'vitest';
import { feedFixture } from '../../../../test/fixtures.ts';
import { leftOutTexts } from './feed-details.tsx';
import { texts } from '../../../../test/texts.ts';

describe('what a feed left out', () => {
  const { en, ja } = texts.feedDialogs;
  const feed = feedFixture(1, { left_out: { over_limit: 1950, too_large: 1, unreadable: 2 } });

  it('is told by reason', () => {
    expect(leftOutTexts(en.details, feed)).toEqual([
      '1,950 older articles: they follow the newest 50.',
      '1 article: too large to be stored.',
      '2 articles: not readable. They come once that changes.',
    ]);
    expect(leftOutTexts(ja.details, feed)).toHaveLength(3);
  });
  it('is not mentioned if it is nothing', () => {
    expect(leftOutTexts(en.details, feedFixture(1))).toEqual([]);
  });
});

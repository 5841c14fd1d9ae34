import { describe, expect, it } from 'vitest';
import { isHalfComposed } from './search-field.tsx';

const android =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36';
const desk =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';

describe('a text that is being composed', () => {
  it('is not searched: kana, romaji and pinyin may become other characters', () => {
    const texts = ['じしん', 'じs', 'ｊ', 'j', 'ni hao'];
    expect(texts.filter((text) => isHalfComposed(text, desk))).toEqual(texts);
    expect(isHalfComposed('じしん', android)).toBe(true);
  });

  it('is searched where a keyboard of Android composes every word', () => {
    const texts = ['clim', 'Émile', "d'été", ''];
    expect(texts.filter((text) => isHalfComposed(text, android))).toEqual([]);
  });
});

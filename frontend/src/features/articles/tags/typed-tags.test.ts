import { describe, expect, it } from 'vitest';
import { completionsOf, endedTags, spelt, withTags } from './typed-tags.ts';

const known = ['A climate', 'Climate', 'News', '気候変動', '読む'];

describe('typed tags', () => {
  it('end at commas of any script, and are spelt as they are known', () => {
    expect(endedTags('climate, ＮＥＷＳ、 読む，to  do, ne', known)).toEqual({
      ended: ['Climate', 'News', '読む', 'to do'],
      rest: ' ne',
    });
    expect(endedTags(' , ,,x', known)).toEqual({ ended: [], rest: 'x' });
    expect(spelt('  ', known)).toEqual([]);
  });

  it('are each there once', () => {
    expect(withTags(['News'], ['news', '読む', '読む'])).toEqual(['News', '読む']);
  });

  it('are completed by what begins with them, then by what has them, and may be new', () => {
    const tags = (text: string, chosen: string[] = []) =>
      completionsOf(text, known, chosen).map(({ tag, isNew }) => (isNew ? `new ${tag}` : tag));
    expect(tags('cli')).toEqual(['Climate', 'A climate', 'new cli']);
    expect(tags('climate')).toEqual(['Climate', 'A climate']);
    expect(tags('気候')).toEqual(['気候変動', 'new 気候']);
    expect(tags('', ['News'])).toEqual(['A climate', 'Climate', '気候変動', '読む']);
    expect(tags('news', ['News'])).toEqual([]);
    expect(tags('<b>')).toEqual(['new <b>']);
  });
});

import { describe, expect, it } from 'vitest';
import { inBatches, markInBatches } from './mark-found.tsx';

const answers = (...list: ({ article_ids: string[]; remaining: number } | Error)[]) => {
  const left = [...list];
  return async () => {
    const next = left.shift();
    if (next === undefined) throw new Error('asked too often');
    if (next instanceof Error) throw next;
    return next;
  };
};

describe('marking all that a search finds', () => {
  it('goes on until nothing remains', async () => {
    const ask = answers({ article_ids: ['a', 'b'], remaining: 1 }, { article_ids: ['c'], remaining: 0 });
    expect(await markInBatches(ask)).toEqual({ marked: ['a', 'b', 'c'], error: null });
  });

  it('ends where an answer marks nothing, although more is said to remain', async () => {
    expect(await markInBatches(answers({ article_ids: [], remaining: 7 }))).toEqual({
      marked: [],
      error: null,
    });
  });

  it('keeps what was marked before a failure, so that it can be taken back', async () => {
    const failure = new Error('no connection');
    expect(await markInBatches(answers({ article_ids: ['a'], remaining: 9 }, failure))).toEqual({
      marked: ['a'],
      error: failure,
    });
  });

  it('takes it back in parts that one call takes', () => {
    expect(inBatches(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(inBatches([])).toEqual([]);
  });
});

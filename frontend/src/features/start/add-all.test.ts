import { describe, expect, it } from 'vitest';
import { addAll } from './add-all.ts';

describe('adding all that a new reader asks for', () => {
  it('adds keywords, then feeds, goes on after a failure, and tells of each but what was there', async () => {
    const asked: string[] = [];
    const counts: number[] = [];
    const failed = await addAll({
      addresses: ['a.example', 'broken', 'there'],
      keywords: ['jazz', 'refused', 'there'],
      isThere: (error) => error === 'there',
      onFeed: (done) => counts.push(done),
      add: async ({ kind, text }) => {
        asked.push(`${kind} ${text}`);
        if (text === 'there' || text === 'broken' || text === 'refused') throw text;
      },
    });
    expect(asked).toEqual([
      'keyword jazz',
      'keyword refused',
      'keyword there',
      'feed a.example',
      'feed broken',
      'feed there',
    ]);
    expect(counts).toEqual([1, 2, 3]);
    expect(failed).toEqual([
      { kind: 'keyword', text: 'refused', error: 'refused' },
      { kind: 'feed', text: 'broken', error: 'broken' },
    ]);
  });
});

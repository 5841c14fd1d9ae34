import { describe, expect, it } from 'vitest';
import { addAll } from './use-first-start.ts';

describe('adding the keywords and feeds of a new reader', () => {
  it('adds keywords before feeds, continues after failures, and returns them except duplicates', async () => {
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

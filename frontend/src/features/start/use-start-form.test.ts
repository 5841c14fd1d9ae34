import { describe, expect, it } from 'vitest';
import { addAll, splitAddresses, splitKeywords } from './use-start-form.ts';

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

describe('what is typed on the first page', () => {
  it('splits addresses at lines, blanks and commas, each once', () => {
    expect(splitAddresses(' a.example\nhttps://b.example/x,a.example\n\n')).toEqual([
      'a.example',
      'https://b.example/x',
    ]);
    expect(splitAddresses('  ')).toEqual([]);
  });

  it('splits keywords at commas of both scripts and keeps blanks within', () => {
    expect(splitKeywords('open source, 気候変動、 宇宙,jazz,,')).toEqual([
      'open source',
      '気候変動',
      '宇宙',
      'jazz',
    ]);
    expect(splitKeywords('x'.repeat(101))).toEqual([]);
  });
});

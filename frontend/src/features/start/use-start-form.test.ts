import { describe, expect, it } from 'vitest';
import { splitAddresses, splitKeywords } from './use-start-form.ts';

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

import { describe, expect, it } from 'vitest';
import { createPassed, passedAbove } from './use-passed.ts';

const row = (article_id: string, is_read = false) => ({ article_id, is_read });

describe('articles that were passed by', () => {
  it('are those above the opened one that were on screen and are not read', () => {
    const rows = [row('a'), row('b', true), row('c'), row('d'), row('e')];
    expect(passedAbove(rows, 'd', new Set(['a', 'b', 'd', 'e']))).toEqual(['a']);
    expect(passedAbove(rows, 'gone', new Set(['a']))).toEqual([]);
  });

  it('are reported in batches of 200 at most, each once, and not if they are opened before', () => {
    const reports: string[][] = [];
    const passed = createPassed((ids) => reports.push(ids));
    const ids = Array.from({ length: 250 }, (_, at) => `a${at}`);
    passed.flush();
    passed.add(ids);
    passed.add(ids);
    passed.opened('a3');
    passed.flush();
    passed.flush();
    passed.flush();
    passed.add(['a3', 'a4', 'new']);
    passed.flush();
    expect(reports.map(({ length }) => length)).toEqual([200, 49, 1]);
    expect(new Set(reports.flat()).size).toBe(250);
    expect(reports.flat()).not.toContain('a3');
  });
});

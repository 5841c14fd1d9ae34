import { describe, expect, it } from 'vitest';
import { entryOf, judgeMissingFile } from './missing-file.ts';

const pageOf = (entry: string): string =>
  `<html><head><script src="/first-paint.js"></script><script type="module" crossorigin src="${entry}"></script>`;

const judge = (deployed: string | null, reloaded: string | null = null) => {
  const written: string[] = [];
  const answer = judgeMissingFile({
    current: '/assets/index-a.js',
    fetchPage: async () => {
      if (deployed === null) throw new TypeError('Failed to fetch');
      return pageOf(deployed);
    },
    reloadedFor: { read: () => written.at(-1) ?? reloaded, write: (entry) => void written.push(entry) },
  });
  return answer.then((verdict) => ({ verdict, written }));
};

describe('a file that could not be loaded', () => {
  it('reloads the page when the server has another build', async () => {
    expect(await judge('/assets/index-b.js')).toEqual({
      verdict: 'reload',
      written: ['/assets/index-b.js'],
    });
  });

  it('does not reload twice for the same build', async () => {
    expect(await judge('/assets/index-b.js', '/assets/index-b.js')).toEqual({
      verdict: 'broken',
      written: [],
    });
    expect((await judge('/assets/index-c.js', '/assets/index-b.js')).verdict).toBe('reload');
  });

  it('does not reload when the build is the same or the server does not answer', async () => {
    expect((await judge('/assets/index-a.js')).verdict).toBe('broken');
    expect((await judge(null)).verdict).toBe('offline');
  });
});

describe('the entry script of a page', () => {
  it('is the module, and null where there is none', () => {
    expect(entryOf(pageOf('/assets/index-a.js'))).toBe('/assets/index-a.js');
    expect(entryOf('<p>Bad gateway</p>')).toBeNull();
  });
});

import { CHORD_MS } from '../../lib/typing.ts';

/** What a key or a chord of two keys does on every page. */
export type AppAct =
  | 'all'
  | 'today'
  | 'saved'
  | 'feeds'
  | 'manage'
  | 'keywords'
  | 'crawls'
  | 'jobs'
  | 'settings'
  | 'up'
  | 'fetch'
  | 'palette';

/** The keys after `g`, and where they lead. */
export const chords = {
  a: 'all',
  t: 'today',
  s: 'saved',
  f: 'feeds',
  m: 'manage',
  k: 'keywords',
  c: 'crawls',
  j: 'jobs',
  ',': 'settings',
} as const satisfies Record<string, AppAct>;

const singles = { u: 'up', r: 'fetch' } as const satisfies Record<string, AppAct>;

const find = (table: Readonly<Record<string, AppAct>>, key: string): AppAct | null =>
  Object.hasOwn(table, key) ? (table[key] ?? null) : null;

/** Creates the memory of a chord. It gets a key and its time in milliseconds, and returns what that does: `taken` if it began or ended a chord in vain. */
export const createChords = () => {
  let begunAt = Number.NEGATIVE_INFINITY;
  return (key: string, at: number): AppAct | 'taken' | null => {
    const isSecond = at - begunAt <= CHORD_MS;
    begunAt = Number.NEGATIVE_INFINITY;
    if (isSecond) return find(chords, key) ?? 'taken';
    if (key === 'g') {
      begunAt = at;
      return 'taken';
    }
    return find(singles, key);
  };
};

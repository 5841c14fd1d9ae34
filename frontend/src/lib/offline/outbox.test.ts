import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendLater, sendWaiting, takeBack, type Waiting, waitingChanges, waitingMarkAlls } from './outbox.ts';

const stored = new Map<string, string>();
const save = (n: number, is_saved = true): Waiting => ({
  kind: 'save',
  article_id: String(n).padStart(19, '1'),
  is_saved,
});
const follow = (url: string): Waiting => ({ kind: 'follow', url });

describe('changes that wait for the server', () => {
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    vi.stubGlobal('navigator', {});
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are sent once each, in the order in which they were made', async () => {
    for (const change of [save(1), follow('https://a.example/'), save(2)]) sendLater(change);
    const sent: Waiting[] = [];
    const send = async (change: Waiting) => {
      sent.push(change);
      return 'done' as const;
    };
    await sendWaiting(send);
    await sendWaiting(send);
    expect(sent).toEqual([save(1), follow('https://a.example/'), save(2)]);
    expect(waitingChanges()).toEqual([]);
  });

  it('wait on, with those after them, if the server cannot be reached', async () => {
    for (const change of [save(1), save(2), save(3)]) sendLater(change);
    let asked = 0;
    await sendWaiting(async () => (++asked === 2 ? 'waits' : 'done'));
    expect(asked).toBe(2);
    expect(waitingChanges()).toEqual([save(2), save(3)]);
  });

  it('are replaced by later ones of the same article, and taken back by one that was sent', () => {
    sendLater(save(1));
    sendLater(save(2));
    sendLater(save(1, false));
    expect(waitingChanges()).toEqual([save(2), save(1, false)]);
    takeBack(save(2, false));
    expect(waitingChanges()).toEqual([save(1, false)]);
  });

  it('have the marks of many articles first, each as it was made, and tell if one was taken back', () => {
    const mark = (before: string): Waiting => ({
      kind: 'mark-all',
      before,
      feed_ids: null,
      folder: null,
      is_whole: true,
      count: 3,
    });
    const keyword: Waiting = { kind: 'keyword', text: '宇宙', weight: 2, is_excluding: false };
    for (const change of [save(1), mark('a'), keyword, mark('b'), { ...keyword, weight: 3 }])
      sendLater(change);
    expect(waitingChanges()).toEqual([mark('a'), mark('b'), save(1), { ...keyword, weight: 3 }]);
    expect(waitingMarkAlls()).toEqual([mark('a'), mark('b')]);
    expect([takeBack(mark('a')), takeBack(mark('a'))]).toEqual([true, false]);
    expect(waitingMarkAlls()).toEqual([mark('b')]);
  });

  it('stay if the reader made another one of the same article while the first was being sent', async () => {
    sendLater(save(1));
    const sent: Waiting[] = [];
    await sendWaiting(async (change) => {
      sent.push(change);
      if (sent.length === 1) sendLater(save(1, false));
      return 'done';
    });
    expect(sent).toEqual([save(1), save(1, false)]);
    expect(waitingChanges()).toEqual([]);
  });

  it('are sent by one tab at a time', async () => {
    let held = false;
    const locks = {
      request: async (_name: string, _options: object, run: (lock: object | null) => Promise<void>) => {
        if (held) return run(null);
        held = true;
        await run({});
        held = false;
      },
    };
    vi.stubGlobal('navigator', { locks });
    sendLater(save(1));
    const sent: string[] = [];
    let answer: (sent: 'done') => void = () => undefined;
    const first = sendWaiting(() => {
      sent.push('first');
      return new Promise((resolve) => (answer = resolve));
    });
    await sendWaiting(async () => {
      sent.push('second');
      return 'done';
    });
    answer('done');
    await first;
    expect(sent).toEqual(['first']);
  });

  it('are none where what is stored is not what this build writes', () => {
    stored.set('omomi.outbox', '[{"kind":"other"}]');
    expect(waitingChanges()).toEqual([]);
    stored.set('omomi.outbox', '{');
    expect(waitingChanges()).toEqual([]);
  });
});

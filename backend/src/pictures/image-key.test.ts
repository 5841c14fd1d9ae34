import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StorageFullError } from '../lib/errors.ts';
import { createImageKeys } from './image-key.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');
const url = 'https://img.example/a.jpg?w=1&h=2';

const setUp = (secret = 'a secret of 256 bits') => {
  const state = { time: START, reads: 0 };
  const keys = createImageKeys({
    imageSecrets: {
      getOrPut: async () => {
        state.reads += 1;
        return secret;
      },
    },
    newSecret: () => 'another',
    now: () => new Date(state.time),
  });
  return { state, keys };
};

describe('the key of an image address', () => {
  it('is made on a full disk too, holds, and is stored once there is room', async () => {
    const stored: string[] = [];
    const disk = { isFull: true };
    let made = 0;
    const start = () =>
      createImageKeys({
        imageSecrets: {
          getOrPut: async (secret) => {
            if (disk.isFull) throw new StorageFullError('The disk is full');
            if (stored.length === 0) stored.push(secret);
            return stored[0] ?? '';
          },
        },
        newSecret: () => `secret ${(made += 1)}`,
        now: () => new Date(START),
      });
    const keys = start();
    const key = (await keys.load())(url)!;
    expect(await keys.isValid(url, key)).toBe(true);
    expect((await keys.load())(url)).toBe(key);
    disk.isFull = false;
    expect((await keys.load())(url)).toBe(key);
    expect(await start().isValid(url, key)).toBe(true);
  });

  it('is valid for its address alone', async () => {
    const { keys } = setUp();
    const key = (await keys.load())(url)!;
    expect(key).toMatch(/^\d+\.[\w-]{22}$/);
    expect(await keys.isValid(url, key)).toBe(true);
    for (const other of [`${url}3`, url.slice(0, -1), url.replace('https', 'http'), ''])
      expect(await keys.isValid(other, key)).toBe(false);
  });

  it('is not valid after any change of it', async () => {
    const { keys } = setUp();
    const key = (await keys.load())(url)!;
    await fc.assert(
      fc.asyncProperty(fc.nat(key.length - 1), fc.string({ minLength: 0, maxLength: 3 }), async (at, put) => {
        const changed = key.slice(0, at) + put + key.slice(at + 1);
        // The last character of 128 bits in base64url has four unused bits, which decoding ignores.
        fc.pre(changed !== key && !(at === key.length - 1 && changed.length === key.length));
        expect(await keys.isValid(url, changed)).toBe(false);
      }),
    );
  });

  it('of another deployment is not valid', async () => {
    const foreign = (await setUp('another secret').keys.load())(url)!;
    expect(await setUp().keys.isValid(url, foreign)).toBe(false);
  });

  it('stays the same for at least a day nearly always, and is valid for 30 days at least and 60 at most', async () => {
    const { keys, state } = setUp();
    const sign = await keys.load();
    const first = sign(url)!;
    const keysByDay = new Set<string>();
    const validDays: number[] = [];
    for (let day = 1; day <= 60; day += 1) {
      state.time = START + day * DAY;
      keysByDay.add(sign(url)!);
      if (await keys.isValid(url, first)) validDays.push(day);
    }
    expect(keysByDay.size).toBeLessThanOrEqual(3);
    expect(validDays.length).toBeGreaterThanOrEqual(30);
    expect(validDays).toEqual(validDays.map((_, at) => at + 1));
    expect(await keys.isValid(url, first)).toBe(false);
  });

  it('of a time to come is not valid', async () => {
    const { keys, state } = setUp();
    state.time = START + 40 * DAY;
    const later = (await keys.load())(url)!;
    state.time = START;
    expect(await keys.isValid(url, later)).toBe(false);
  });

  it('is made of a secret that is read once, and again only if that failed', async () => {
    const { keys, state } = setUp();
    await Promise.all([keys.load(), keys.load()]);
    await keys.isValid(url, (await keys.load())(url)!);
    expect(state.reads).toBe(1);

    let fails = true;
    const failing = createImageKeys({
      imageSecrets: { getOrPut: () => (fails ? Promise.reject(new Error('away')) : Promise.resolve('s')) },
      newSecret: () => 'n',
      now: () => new Date(START),
    });
    await expect(failing.load()).rejects.toThrow('away');
    fails = false;
    expect((await failing.load())(url)).not.toBeNull();
  });

  it('is refused before the store is asked if it has another form', async () => {
    const { keys, state } = setUp();
    for (const key of ['', 'x', '688', `688.${'a'.repeat(21)}`, `1.${'a'.repeat(22)}`])
      expect(await keys.isValid(url, key)).toBe(false);
    expect(state.reads).toBe(0);
  });

  it('exists for web addresses alone', async () => {
    const sign = await setUp().keys.load();
    for (const other of [
      'data:image/png;base64,AA',
      'file:///etc/passwd',
      'ftp://a.example/a.png',
      '/a.png',
      '',
    ])
      expect(sign(other)).toBeNull();
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRememberedWindows } from './windows.ts';

it('never exceeds its size, drops ended windows and keeps the newest', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 60 }), wait: fc.integer({ min: 0, max: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 30 }), (steps, capacity) => {
      const windows = createRememberedWindows(capacity);
      let now = 0;
      for (const { key, wait } of steps) {
        now += wait;
        windows.set(String(key), { count: 1, ends_at: now + 10, is_blocked: false }, now);
        expect(windows.size()).toBeLessThanOrEqual(capacity);
        expect(windows.get(String(key), now)).not.toBeNull();
        expect(windows.get(String(key), now + 10)).toBeNull();
      }
    }),
  );
});

it('removes ended windows first', () => {
  const windows = createRememberedWindows(10);
  windows.set('long', { count: 1, ends_at: 1000, is_blocked: true }, 0);
  for (let n = 0; n < 9; n++) windows.set(`short-${n}`, { count: 1, ends_at: 10, is_blocked: false }, 0);
  windows.set('new', { count: 1, ends_at: 1000, is_blocked: false }, 10);
  expect(windows.get('long', 10)).toMatchObject({ is_blocked: true });
  expect(windows.size()).toBe(2);
});

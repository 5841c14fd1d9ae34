import { expect, it } from 'vitest';
import { openModeOf } from './open-mode.ts';

it('opens articles beside a list where there is room, else over it, and in place for a reader who wants that', () => {
  expect(openModeOf('beside', 'list', true)).toBe('beside');
  expect(openModeOf('beside', 'compact', true)).toBe('beside');
  expect(openModeOf('beside', 'cards', true)).toBe('over');
  expect(openModeOf('beside', 'magazine', true)).toBe('over');
  expect(openModeOf('beside', 'list', false)).toBe('over');
  expect(openModeOf('in_place', 'list', true)).toBe('in_place');
  expect(openModeOf('in_place', 'cards', false)).toBe('in_place');
});

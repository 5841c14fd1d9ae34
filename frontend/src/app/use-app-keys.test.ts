import { describe, expect, it } from 'vitest';
import { createChords } from './use-app-keys.ts';

describe('the keys of every page', () => {
  it('go somewhere by g and a second key', () => {
    const press = createChords();
    expect([press('g', 0), press('s', 400)]).toEqual(['taken', 'saved']);
    expect([press('g', 1000), press('f', 1100)]).toEqual(['taken', 'feeds']);
    expect([press('g', 1120), press('m', 1150)]).toEqual(['taken', 'manage']);
    // Without g it is a key of the list.
    expect(press('s', 1200)).toBeNull();
  });

  it('forget a g that stood alone, or was followed by another key', () => {
    const press = createChords();
    expect([press('g', 0), press('s', 1501)]).toEqual(['taken', null]);
    expect([press('g', 2000), press('x', 2100), press('s', 2200)]).toEqual(['taken', 'taken', null]);
    expect([press('g', 3000), press('toString', 3100)]).toEqual(['taken', 'taken']);
  });

  it('go up and fetch by one key', () => {
    const press = createChords();
    expect([press('u', 0), press('r', 1), press('j', 2)]).toEqual(['up', 'fetch', null]);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../../backend/test/harness/samples/any-character.ts';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { parseWindowName, windowName } from './item-menu.tsx';

const questions = ['rename', 'move'] as const;

it('a window has one address, which only its own kind understands', () => {
  fc.assert(
    fc.property(fc.constantFrom(...questions), fc.string({ unit: anyCharacter }), (question, id) => {
      fc.pre(id.isWellFormed());
      const { hash } = new URL(`https://omomi.example/feeds#${windowName('feed', question, id)}`);
      expect(parseWindowName(hash, 'feed', questions)).toEqual({ question, id });
      expect(parseWindowName(hash, 'folder', questions)).toBeNull();
      expect(parseWindowName(hash, 'feed', ['delete'])).toBeNull();
    }),
    { numRuns: runs(200) },
  );
});

it('an address that was damaged, or of another window, has none', () => {
  for (const hash of ['', '#feeds', '#feed-rename', '#feed-rename-%', '#add-feed'])
    expect(parseWindowName(hash, 'feed', questions)).toBeNull();
});

import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { dropTitle } from './prepare-body.ts';

const bodyOf = (html: string): HTMLElement =>
  parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body;

const without = (title: string, html: string): string => {
  const body = bodyOf(html);
  dropTitle(body, title);
  return body.innerHTML;
};

describe('a text that begins with its title', () => {
  it.each([
    ['A walk.', '<p>A walk. It rained.</p>', '<p>It rained.</p>'],
    ['A walk.', '<p>A <b>walk.</b></p><p>It rained.</p>', '<p>It rained.</p>'],
    [
      'A  walk',
      '\n<div><h1><a href="https://a.example/">A walk</a></h1> <p>It rained.</p></div>',
      '<div><p>It rained.</p></div>',
    ],
    ['雨の朝。', '<p>雨の朝。散歩をした。</p>', '<p>散歩をした。</p>'],
    [
      'A walk',
      '<p><img src="a.png">A walk</p><p>It rained.</p>',
      '<p><img src="a.png"></p><p>It rained.</p>',
    ],
  ])('loses %j', (title, html, rest) => {
    expect(without(title, html)).toBe(rest);
  });

  it.each([
    ['A walk', '<p>A walkway was built.</p>'],
    ['A walk', '<p>A walk</p>'],
    ['A walk', '<p>Not a walk. A walk</p>'],
    ['雨', '<p>雨の朝。</p>'],
    ['A long sentence that was cut…', '<p>A long sentence that was cut here. More.</p>'],
    ['', '<p>A walk.</p>'],
  ])('stays whole where %j is not all of its beginning, or all that there is', (title, html) => {
    expect(without(title, html)).toBe(html);
  });

  it('loses nothing else, whatever stands in it', () => {
    const word = fc.stringMatching(/^[a-c]{1,3}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    const tag = fc.constantFrom('p', 'b', 'h1', 'div');
    const squeezed = (text: string | null) => (text ?? '').replaceAll(/\s+/g, '');
    fc.assert(
      fc.property(words, fc.array(fc.tuple(tag, words), { minLength: 1, maxLength: 4 }), (title, blocks) => {
        const html = blocks.map(([name, text]) => `<${name}>${text.join(' ')}</${name}>`).join(' ');
        const before = squeezed(bodyOf(html).textContent);
        const after = squeezed(bodyOf(without(title.join(' '), html)).textContent);
        expect([before, squeezed(title.join('')) + after]).toContain(before);
        expect([before, before.slice(squeezed(title.join('')).length)]).toContain(after);
        expect(after).not.toBe('');
      }),
      { numRuns: runs(300) },
    );
  });
});

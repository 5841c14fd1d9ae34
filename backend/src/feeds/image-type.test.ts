import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gif, ico, jpeg, png, svg, webp } from '../../test/images.ts';
import { imageTypeOf } from './image-type.ts';

const text = (value: string) => Buffer.from(value);
const doctype =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
const entities = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';

describe('the type of an image', () => {
  it.each([
    ['image/png', png()],
    ['image/x-icon', ico()],
    ['image/gif', gif()],
    ['image/jpeg', jpeg()],
    ['image/webp', webp()],
    ['image/svg+xml', svg()],
    ['image/svg+xml', svg('', '\uFEFF \n<?xml version="1.0"?>\n<!-- an > icon -->\n')],
    ['image/svg+xml', svg('', doctype)],
  ])('is %s by the bytes', (type, image) => {
    expect(imageTypeOf(image)).toBe(type);
  });

  it.each([
    ['nothing', text('')],
    ['a page', text('<!doctype html><html><head></head><body><svg></svg></body></html>')],
    ['a page that begins with a comment', text('<!-- <svg> --><html xmlns="http://www.w3.org/2000/svg">')],
    ['an endless comment', text(`<!--${'<!--'.repeat(20_000)}`)],
    ['an svg without its namespace', text('<svg><circle/></svg>')],
    ['an svg of entities', svg('', entities)],
    ['an svg of an entity that looks like the root', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "><svg >">]>')],
    ['an svg in bytes that are no UTF-8', Buffer.concat([svg(), Buffer.from([0xff, 0xfe])])],
    ['a page behind the mark of a picture', text('PNG\r\n<html>')],
    ['a png that unfolds to gigabytes', png({ width: 30_000, height: 30_000 })],
    ['a gif that unfolds to gigabytes', gif(60_000)],
    ['half a png', png().slice(0, 16)],
    ['an icon file without an image', ico(0)],
    ['an icon file with fewer images than it says', ico(200)],
    ['JSON', text('{"error":"not found"}')],
  ])('is none for %s', (_, image) => {
    expect(imageTypeOf(image)).toBeNull();
  });

  it('is never found in what begins as HTML, whatever follows', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('<html>', '<!DOCTYPE html>', '<script>', '\n<!-- svg --><body>'),
        (tail, head) => {
          expect(imageTypeOf(Buffer.concat([Buffer.from(head), tail]))).toBeNull();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is found or not, and nothing is thrown, for any bytes behind the mark of any kind', () => {
    const kinds = [png(), ico(), gif(), jpeg(), webp(), svg()];
    const types = ['image/png', 'image/x-icon', 'image/gif', 'image/jpeg', 'image/webp', 'image/svg+xml'];
    expect.hasAssertions();
    fc.assert(
      fc.property(
        fc.nat(kinds.length - 1),
        fc.nat(60),
        fc.uint8Array({ maxLength: 60 }),
        (kind, cut, tail) => {
          const type = imageTypeOf(Buffer.concat([kinds[kind]!.slice(0, cut), tail]));
          expect([null, ...types]).toContain(type);
        },
      ),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitmap,
  extendedWebp,
  gif,
  hostileSvgs,
  ico,
  jpeg,
  losslessWebp,
  png,
  svg,
  webp,
} from '../../test/harness/servers/images.ts';
import { harmlessImage } from './icon-svg.ts';
import { atLeastMet, runs } from '../../test/harness/property-runs.ts';

const text = (value: string) => Buffer.from(value);
const typeOf = (image: Uint8Array) => harmlessImage(image)?.content_type ?? null;
const drawn = (image: Uint8Array): string => Buffer.from(harmlessImage(image)?.bytes ?? []).toString();
const doctype =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
const entities = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
const square = (width: number) => ({ width, height: width });

describe('the type of an image', () => {
  it.each([
    ['image/png', png()],
    ['image/png', png(square(1024))],
    ['image/x-icon', ico()],
    ['image/x-icon', ico([bitmap(square(16)), png(square(256))])],
    ['image/gif', gif()],
    ['image/jpeg', jpeg()],
    ['image/webp', webp()],
    ['image/webp', losslessWebp()],
    ['image/webp', extendedWebp()],
    ['image/svg+xml', svg()],
    ['image/svg+xml', svg('', '\uFEFF \n<?xml version="1.0"?>\n<!-- an > icon -->\n')],
    ['image/svg+xml', svg('', doctype)],
  ])('is %s by the bytes', (type, image) => {
    expect(typeOf(image)).toBe(type);
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
    ['half a png', png().slice(0, 16)],
    ['an icon file without an image', ico([])],
    ['an icon file with fewer images than it says', ico(undefined, 200)],
    ['an icon file of an image that lies elsewhere', ico().slice(0, 30)],
    ['JSON', text('{"error":"not found"}')],
    ['an AVIF, whose size is not read', text('\0\0\0\x1cftypavif\0\0\0\0avifmif1miafMA1B')],
  ])('is not recognised for %s', (_, image) => {
    expect(typeOf(image)).toBeNull();
  });

  it.each([
    ['png', png(square(60_000))],
    ['png, a little', png({ width: 1025, height: 1 })],
    ['gif', gif(square(60_000))],
    ['gif by its frame', gif({ frame: square(60_000) })],
    ['jpeg', jpeg(square(60_000))],
    ['webp', webp(square(16_383))],
    ['lossless webp', losslessWebp(square(16_384))],
    ['extended webp', extendedWebp(square(16_777_216))],
    ['icon of a png', ico([bitmap(square(16)), png(square(60_000))])],
    ['icon of a bitmap', ico([bitmap(square(60_000))])],
  ])('is not recognised for an image that decompresses to gigabytes: %s', (_, image) => {
    expect(image.length).toBeLessThan(1100);
    expect(typeOf(image)).toBeNull();
  });

  it.each([
    ['gif', gif({ frames: 2 })],
    ['png', png({ chunks: ['acTL'] })],
    ['webp', extendedWebp({ isAnimated: true })],
    ['jpeg that is drawn 1000 times over', jpeg({ scans: 1000 })],
  ])('is not recognised for an image that is animated or redrawn: %s', (_, image) => {
    expect(typeOf(image)).toBeNull();
  });

  it.each(Object.entries(hostileSvgs))('is not recognised for an SVG with %s', (_, image) => {
    expect(typeOf(image)).toBeNull();
  });
});

describe('a vector image', () => {
  const inner = (image: Uint8Array) => /^<svg [^>]*>(.*)<\/svg>$/s.exec(drawn(image))?.[1];

  it('is rewritten with only the elements and attributes of shapes', () => {
    const image = svg(
      `<title>An icon</title><metadata><rdf:RDF/></metadata><sodipodi:namedview id="x"/><defs><linearGradient id="g" x1="0" gradientUnits="userSpaceOnUse"><stop offset="0%" stop-color="#fff" style="stop-opacity:.5"/></linearGradient></defs><g fill="none" onclick="alert(1)" class="a" data-x="1"><path d="M0 0 L8,8z" fill="url(#g)" stroke="rgb(1, 2, 3)" style="stroke-width: 2px; background: url(//evil.example); fill-rule:evenodd"/></g>`,
    );
    expect(inner(image)).toBe(
      '<defs><linearGradient id="g" x1="0" gradientUnits="userSpaceOnUse"><stop offset="0%" stop-color="#fff" stop-opacity=".5"/></linearGradient></defs><g fill="none"><path d="M0 0 L8,8z" fill="url(#g)" stroke="rgb(1, 2, 3)" stroke-width="2px" fill-rule="evenodd"/></g>',
    );
  });

  it('always gets the size of an icon', () => {
    const root = (attributes: string) =>
      /^<svg [^>]*>/.exec(drawn(text(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`)))?.[0];
    const sized = (viewBox: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="${viewBox}">`;
    expect(root('width="9999999" height="9999999" viewBox="0 0 8 8"')).toBe(sized('0 0 8 8'));
    expect(root('width="512px" height="256"')).toBe(sized('0 0 512 256'));
    expect(root('width="1e9" height="100%"')).toBe(sized('0 0 100 100'));
    expect(root('viewBox="&quot; onload=&quot;x"')).toBe(sized('0 0 100 100'));
  });

  it.each([
    '<path d="M0 0" fill="url(https://evil.example/x.svg#a)"/>',
    '<path d="M0 0" fill="url(&quot;//evil.example&quot;)"/>',
    '<path d="M0 0" fill="red&quot; onload=&quot;x"/>',
    '<path d="M0 0" filter="url(#a)" mask="url(#a)" marker-end="url(#a)" clip-path="url(#a)"/>',
    '<path d="M0 0" stroke-dasharray=".00001" id="x" href="#x" xlink:href="#x" xml:base="//evil.example"/>',
    '<path d="M0 0" style="@import url(//evil.example); filter: blur(99px); animation: x 1s"/>',
    '<path d="M0 0" style="fill:expression(alert(1)); stroke: url(//evil.example)"/>',
  ])('loses every value other than plain numbers, colours and its own gradients: %s', (path) => {
    expect(inner(svg(path))).toBe('<path d="M0 0"/>');
  });

  it('may inherit a gradient only from another one in the same image', () => {
    const gradient = (href: string) => inner(svg(`<linearGradient id="b" xlink:href="${href}"/>`));
    expect(gradient('#a')).toBe('<linearGradient href="#a" id="b"/>');
    expect(gradient('//evil.example/#a')).toBe('<linearGradient id="b"/>');
  });

  const tag = fc.constantFrom(
    ...'svg g path rect defs linearGradient radialGradient stop title metadata clipPath use image style script SVG a:b'.split(
      ' ',
    ),
  );
  const value = fc.oneof(
    fc.constantFrom('url(#a)', 'url(//x)', '0 0 8 8', '#fff', 'red', 'fill:red;stroke:url(#a)', '&#34;&lt;'),
    fc.string({ maxLength: 8 }).map((any) => any.replaceAll('"', '')),
  );
  const name = fc.constantFrom(
    ...'fill stroke d id href xlink:href style transform points viewBox width onload x'.split(' '),
  );
  const piece = fc.oneof(
    fc
      .tuple(tag, fc.array(fc.tuple(name, value), { maxLength: 3 }), fc.constantFrom('', '/'))
      .map(([of, attributes, end]) => `<${of}${attributes.map(([n, v]) => ` ${n}="${v}"`).join('')}${end}>`),
    tag.map((of) => `</${of}>`),
    fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', '<?x', '?>', '<!DOCTYPE x [', ']>', '&a;', 'text'),
  );

  it('does not change when sanitised again, and has only known elements and attributes', () => {
    const known =
      /^<(?:svg|g|path|rect|defs|linearGradient|radialGradient|stop)(?: (?:xmlns|width|height|viewBox|fill|stroke|d|id|href|transform|points|x)="[^"<>&]*")*\/?>$/;
    let shown = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const clean = drawn(svg(pieces.join('')));
        if (clean === '') return;
        shown += 1;
        expect(drawn(text(clean))).toBe(clean);
        for (const open of clean.match(/<[^/][^>]*>/g) ?? []) expect(open).toMatch(known);
        expect(clean.replace(/<[^>]*>/g, '')).toBe('');
        expect(clean).not.toMatch(/url\((?!#)|href="(?!#)/);
      }),
      { numRuns: runs(2000) },
    );
    expect(shown).toBeGreaterThanOrEqual(atLeastMet(100));
  });
});

describe('bytes of any kind', () => {
  it('are never an image if they begin like HTML', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('<html>', '<!DOCTYPE html>', '<script>', '\n<!-- svg --><body>'),
        (tail, head) => {
          expect(typeOf(Buffer.concat([Buffer.from(head), tail]))).toBeNull();
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('never cause an exception after any image signature', () => {
    const kinds = [png(), ico(), gif(), jpeg(), webp(), losslessWebp(), extendedWebp(), svg()];
    const types = ['image/png', 'image/x-icon', 'image/gif', 'image/jpeg', 'image/webp', 'image/svg+xml'];
    expect.hasAssertions();
    fc.assert(
      fc.property(
        fc.nat(kinds.length - 1),
        fc.nat(60),
        fc.uint8Array({ maxLength: 60 }),
        (kind, cut, tail) => {
          const type = typeOf(Buffer.concat([kinds[kind]!.slice(0, cut), tail]));
          expect([null, ...types]).toContain(type);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

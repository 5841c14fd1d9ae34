import { describe, expect, it } from 'vitest';
import {
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
import { pictureTypeOf } from './load-image.ts';

/** Returns the beginning of an AVIF image. */
const avif = ({ width = 640, height = 480, brand = 'avif' } = {}): Uint8Array => {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  return Buffer.concat([
    Buffer.from([0, 0, 0, 28]),
    Buffer.from(`ftyp${brand}`),
    Buffer.alloc(60),
    Buffer.from('ispe'),
    size,
  ]);
};

describe('the type of a picture', () => {
  const large = { width: 6000, height: 4000 };
  it.each([
    ['image/png', png(large)],
    ['image/png', png({ chunks: ['acTL'] })],
    ['image/gif', gif({ ...large, frames: 30 })],
    ['image/jpeg', jpeg(large)],
    ['image/webp', webp(large)],
    ['image/webp', losslessWebp(large)],
    ['image/webp', extendedWebp({ isAnimated: true })],
    ['image/avif', avif()],
    ['image/avif', avif({ brand: 'avis' })],
  ])('is %s by its bytes, also of a large and of an animated one', (type, bytes) => {
    expect(pictureTypeOf(bytes)).toBe(type);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a page that begins with bytes of GIF', Buffer.from('GIF89a/*<html><script>alert(1)</script>*/=1')],
    ['a vector image', svg()],
    ['a hostile vector image', hostileSvgs['a script']!],
    ['an icon file', ico()],
    ['nothing', new Uint8Array(0)],
    ['a PNG that is cut off', png().slice(0, 20)],
    ['a PNG of 20,000 pixels a side', png({ width: 20_000, height: 20_000 })],
    ['a JPEG with 1,000 scans', jpeg({ scans: 1000 })],
    ['a film', avif({ brand: 'isom' })],
    ['an AVIF of 20,000 pixels a side', avif({ width: 20_000 })],
    ['an AVIF without a size', avif().slice(0, 40)],
  ])('is none for %s', (_, bytes) => {
    expect(pictureTypeOf(bytes)).toBeNull();
  });
});

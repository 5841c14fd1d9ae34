import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { jpeg, photo, png } from '../../../test/harness/servers/images.ts';
import { createWorkerParser } from '../worker-parser.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** Width and height of a lossy WebP without an extended header. */
const sizeOf = (webp: Uint8Array): [number, number] => {
  const bytes = Buffer.from(webp);
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8 ');
  return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
};

/** Returns a progressive JPEG that can be decoded. */
const progressive = async ({ width, height }: { width: number; height: number }): Promise<Uint8Array> => {
  const { default: load } = await import('wasm-vips');
  const vips = await load({ dynamicLibraries: [] });
  const jpegBytes = vips.Image.black(width, height, { bands: 3 }).writeToBuffer('.jpg', { interlace: true });
  vips.shutdown();
  return jpegBytes;
};

describe('a picture that is shrunk', () => {
  it('is a WebP of the width that was asked for, in its shape, and much smaller', async () => {
    const whole = photo({ width: 1600, height: 1200 });
    const small = await shrinkPicture(whole, 640, 'webp');
    expect(sizeOf(small!)).toEqual([640, 480]);
    expect(small!.length).toBeLessThan(whole.length / 20);
  });

  it('writes nothing to the output, though it is cut off', () => {
    const script = `
      const { shrinkPicture } = await import(${JSON.stringify(join(import.meta.dirname, 'shrink-picture.ts'))});
      const { photo } = await import(${JSON.stringify(join(import.meta.dirname, '../../../test/harness/servers/images.ts'))});
      const whole = photo({ width: 1600, height: 1200 });
      await shrinkPicture(whole.subarray(0, whole.length / 2), 640, 'webp').catch(() => {});
      process.exit(7);`;
    const folder = mkdtempSync(join(tmpdir(), 'omomi-picture-'));
    // A file, because the threads of libvips get the flags of their process, and no thread takes --eval.
    const file = join(folder, 'shrink.mjs');
    writeFileSync(file, script);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file]);
    rmSync(folder, { recursive: true });
    expect([status, stdout.toString(), stderr.toString()]).toEqual([7, '', '']);
  });

  it('has that width whatever its size was, and is never made larger', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 60 }),
        async (width, height) => {
          const small = await shrinkPicture(photo({ width, height }), 100, 'webp');
          expect(small === null).toBe(width <= 100);
          const [w, h] = small === null ? [width, height] : sizeOf(small);
          expect(w).toBe(Math.min(width, 100));
          expect(Math.abs(h - Math.max(1, (height * w) / width))).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('stays as it is if it has more than 160 MB decoded, however many pixels that are', async () => {
    expect(await shrinkPicture(png({ width: 8_001, height: 5_000 }), 640, 'webp')).toBeNull();
    expect(await shrinkPicture(png({ width: 4_001, height: 5_000, depth: 16 }), 640, 'webp')).toBeNull();
    expect(
      await shrinkPicture(png({ width: 1_000, height: 41_000, colours: 'grey' }), 640, 'webp'),
    ).not.toBeNull();
  });

  it('stays as it is if it is a progressive JPEG with more than 64 MB of coefficients', async () => {
    const size = { width: 4_000, height: 3_000 };
    expect(await shrinkPicture(jpeg({ ...size, sampling: '4:4:4' }), 640, 'webp')).toBeNull();
    // It is begun, and fails only because it has no scan that tells anything.
    await expect(shrinkPicture(jpeg({ ...size, sampling: '4:2:0' }), 640, 'webp')).rejects.toThrow(
      'be shrunk',
    );
  });

  it.each([
    { width: 4_000, height: 4_001, depth: 8, isInterlaced: true },
    { width: 4_000, height: 2_001, depth: 16, isInterlaced: true },
  ])('stays as it is if it must be held as a whole, with more than 64 MB: %o', async (size) => {
    expect(await shrinkPicture(png(size), 640, 'webp')).toBeNull();
    expect(await shrinkPicture(png({ ...size, isInterlaced: false }), 640, 'webp')).not.toBeNull();
  });

  describe('in a thread of its own', () => {
    const parser = createWorkerParser({ workerUrl: new URL('../worker.ts', import.meta.url) });
    afterAll(() => parser.close());

    it('is an error if its bytes cannot be decoded, and others go on', async () => {
      const broken = parser.shrinkPicture(jpeg({ width: 3000, height: 2000 }), 640, 'webp');
      const sound = parser.shrinkPicture(photo({ width: 900, height: 300 }), 640, 'webp');
      await expect(broken).rejects.toThrow('The picture could not be shrunk');
      expect(sizeOf((await sound)!)).toEqual([640, 213]);
    });

    it('is shrunk however many large ones came before, though libvips does not use all their memory again', async () => {
      const large = await progressive({ width: 5000, height: 4150 });
      const small = await Promise.all([1, 2, 3, 4].map(() => parser.shrinkPicture(large, 640, 'webp')));
      expect(small.map((one) => sizeOf(one!))).toEqual(small.map(() => [640, 531]));
    });
  });
});

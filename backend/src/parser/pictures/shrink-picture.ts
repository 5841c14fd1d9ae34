import type Vips from 'wasm-vips';

/** Returns a picture as WebP of at most this many pixels in width, without metadata; null if it is not to be shrunk. */
export type ShrinkPicture = (bytes: Uint8Array, width: number) => Promise<Uint8Array | null>;

/** Pixels of the largest picture that is shrunk: to decode more would take seconds. */
const MOST_PIXELS = 40_000_000;
/** Of 100. Below it, edges in screenshots begin to blur. */
const QUALITY = 78;
/** Of 0 to 6. A higher one takes twice the time for a few per cent of the bytes. */
const EFFORT = 2;

const start = async (): Promise<typeof Vips> => {
  // Loaded by the first picture, because it takes 5 MB of code and 80 MB of memory.
  const { default: load } = await import('wasm-vips');
  const vips = await load({ dynamicLibraries: [] });
  vips.concurrency(1);
  vips.blockUntrusted(true);
  return vips;
};

let started: Promise<typeof Vips> | null = null;

/**
 * Shrinks a still JPEG, PNG or WebP with libvips in WebAssembly, in the colours of sRGB and upright. Pictures that are not wider,
 * or have more than 40 million pixels, are not shrunk.
 * @throws Error if the bytes cannot be decoded.
 */
export const shrinkPicture: ShrinkPicture = async (bytes, width) => {
  const vips = await (started ??= start());
  try {
    const whole = vips.Image.newFromBuffer(bytes);
    const isToShrink = whole.width > width && whole.width * whole.height <= MOST_PIXELS;
    const hasProfile = whole.getTypeof('icc-profile-data') !== 0;
    whole.delete();
    if (!isToShrink) return null;
    const small = vips.Image.thumbnailBuffer(bytes, width, {
      size: 'down',
      fail_on: 'error',
      // Converting colours takes as long as all else, and few pictures have others than those of sRGB.
      ...(hasProfile ? { output_profile: 'srgb' } : {}),
    });
    const shrunk = small.writeToBuffer('.webp', { Q: QUALITY, effort: EFFORT, keep: 'none' });
    small.delete();
    return shrunk;
  } catch (error) {
    // What libvips throws is no Error.
    throw new Error(`The picture could not be shrunk: ${String(error)}`, { cause: error });
  }
};

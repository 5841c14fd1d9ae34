import type Vips from 'wasm-vips';

/** Returns a picture as WebP of at most this many pixels in width, without metadata; null if it is not to be shrunk. */
export type ShrinkPicture = (bytes: Uint8Array, width: number) => Promise<Uint8Array | null>;

/** Pixels of the largest picture that is shrunk, which limits the time for one: 12 million take up to 0.4 s (ADR 23). */
const MOST_PIXELS = 40_000_000;
/** Of 100. libvips takes 75 by itself. */
const QUALITY = 78;
/** Of 0 to 6. 4, which libvips takes by itself, was up to a fifth slower and saved no bytes. */
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

/** Calls `use` with a picture and frees its memory, which WebAssembly does not by itself. */
const using = <P extends { delete: () => void }, T>(picture: P, use: (picture: P) => T): T => {
  try {
    return use(picture);
  } finally {
    picture.delete();
  }
};

/**
 * Shrinks a still JPEG, PNG or WebP with libvips in WebAssembly, in the colours of sRGB and upright. Pictures that are not wider,
 * or have more than 40 million pixels, are not shrunk.
 * @throws Error if the bytes cannot be decoded.
 */
export const shrinkPicture: ShrinkPicture = async (bytes, width) => {
  const vips = await (started ??= start());
  try {
    const { isToShrink, hasProfile } = using(vips.Image.newFromBuffer(bytes), (whole) => ({
      isToShrink: whole.width > width && whole.width * whole.height <= MOST_PIXELS,
      hasProfile: whole.getTypeof('icc-profile-data') !== 0,
    }));
    if (!isToShrink) return null;
    const options = {
      size: 'down',
      fail_on: 'error',
      // Converting colours takes up to three times as long as all else, and is needed only where a profile names other colours.
      ...(hasProfile ? { output_profile: 'srgb' } : {}),
    } as const;
    return using(vips.Image.thumbnailBuffer(bytes, width, options), (small) =>
      small.writeToBuffer('.webp', { Q: QUALITY, effort: EFFORT, keep: 'none' }),
    );
  } catch (error) {
    // libvips throws objects of its own, which lose their message when they are sent to another thread.
    throw new Error(`The picture could not be shrunk: ${String(error)}`, { cause: error });
  }
};

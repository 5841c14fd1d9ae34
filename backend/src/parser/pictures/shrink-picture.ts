import type Vips from 'wasm-vips';

/** Returns a picture as WebP of at most this many pixels in width, without metadata; null if it is not to be shrunk. */
export type ShrinkPicture = (bytes: Uint8Array, width: number) => Promise<Uint8Array | null>;

/** Pixels of the largest picture that is shrunk, which limits the time for one: 12 million take up to 0.4 s (ADR 23). */
const MOST_PIXELS = 40_000_000;
/**
 * Bytes of the largest picture that libvips holds in memory as a whole, because its rows come in several passes or cannot be had
 * one by one. Others are read in strips.
 */
const MOST_WHOLE_BYTES = 64_000_000;
/** Of 100. libvips takes 75 by itself. */
const QUALITY = 78;
/** Of 0 to 6. 4, which libvips takes by itself, was up to a fifth slower and saved no bytes. */
const EFFORT = 2;

/** Its warnings are lines for a terminal, some hundreds for a picture that is cut off, and would stand in the JSON log. */
const withoutWarnings = ({ ENV }: { ENV: Record<string, string> }): void => {
  ENV['VIPS_WARNING'] = 'off';
};

const start = async (): Promise<typeof Vips> => {
  // Loaded by the first picture, because it takes 5 MB of code and 80 MB of memory.
  const { default: load } = await import('wasm-vips');
  const vips = await load({ dynamicLibraries: [], preRun: withoutWarnings });
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

/** Bytes of a value of a pixel as libvips decodes it; pictures have 8 or 16 bits. */
const bytesOf = ({ format }: Vips.Image): number => (format === 'uchar' ? 1 : 2);

/** The sizes of a decoded picture are those of its header, which libvips has read by then. */
const isBearable = (picture: Vips.Image): boolean => {
  const pixels = picture.width * picture.height;
  const isWhole =
    picture.getTypeof('interlaced') !== 0 || picture.getString('vips-loader').startsWith('webp');
  return pixels <= MOST_PIXELS && (!isWhole || pixels * picture.bands * bytesOf(picture) <= MOST_WHOLE_BYTES);
};

/**
 * Shrinks a still JPEG, PNG or WebP with libvips in WebAssembly, in the colours of sRGB and upright. Pictures that are not wider,
 * have more than 40 million pixels, or must be held decoded as a whole with more than 64 MB, are not shrunk.
 * @throws Error if the bytes cannot be decoded.
 */
export const shrinkPicture: ShrinkPicture = async (bytes, width) => {
  const vips = await (started ??= start());
  try {
    const { isToShrink, hasProfile } = using(vips.Image.newFromBuffer(bytes), (whole) => ({
      isToShrink: whole.width > width && isBearable(whole),
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

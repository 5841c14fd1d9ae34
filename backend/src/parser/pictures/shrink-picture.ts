import type Vips from 'wasm-vips';

/** The form in which a picture is written: WebP for browsers, JPEG for e-readers. */
export type PictureForm = 'webp' | 'jpeg';

/**
 * Returns a picture in a form, of at most this many pixels in width, without metadata; null if it stays as it is. One in another
 * form becomes a JPEG also where it is not wider.
 */
export type ShrinkPicture = (
  bytes: Uint8Array,
  width: number,
  form: PictureForm,
) => Promise<Uint8Array | null>;

/** Decoded bytes of the largest picture that is shrunk, which limits the time for one: 36 MB take up to 0.4 s (ADR 23). */
const MOST_DECODED_BYTES = 160_000_000;
/**
 * Bytes of the largest picture that libvips holds in memory as a whole, because its rows come in several passes or cannot be had
 * one by one. Others are read in strips.
 */
const MOST_HELD_BYTES = 64_000_000;
/** Of 100. libvips takes 75 by itself. */
const QUALITY = 78;
/** Behind what was transparent, since JPEG has no transparency. */
const WHITE = [255, 255, 255];
/** Of 0 to 6. 4, which libvips takes by itself, was up to a fifth slower and saved no bytes. */
const EFFORT = 2;

/** Its warnings are lines for a terminal, some hundreds for a picture that is cut off, and would stand in the JSON log. */
const withoutWarnings = ({ ENV }: { ENV: Record<string, string> }): void => {
  ENV['VIPS_WARNING'] = 'off';
};

/** Pages of 64 KB that the memory of libvips may have: 400 MB. It begins with 4,096, most of which it never touches. */
const MOST_PAGES = 6_144;

type Memory = { buffer: ArrayBufferLike };
type Limits = { initial: number; maximum: number; shared: boolean };
/** Node's types have no memory of WebAssembly. */
const wasm: { Memory: new (limits: Limits) => Memory } = Reflect.get(globalThis, 'WebAssembly');

let memory: Memory | null = null;
let firstBytes = 0;

/** Waits for `load`, which makes one memory, so that it has a bound and is known here. libvips has no option for that. */
const withBoundedMemory = async <T>(load: () => Promise<T>): Promise<T> => {
  const { Memory } = wasm;
  wasm.Memory = new Proxy(Memory, {
    construct: (_, [limits]: [Limits]) => {
      const made = new Memory({ ...limits, maximum: MOST_PAGES });
      memory = made;
      firstBytes = made.buffer.byteLength;
      return made;
    },
  });
  try {
    return await load();
  } finally {
    wasm.Memory = Memory;
  }
};

/**
 * Returns true if the memory of libvips has grown. It never shrinks, and does not use again all that pictures leave in it: ten
 * progressive JPEGs of 20 million pixels took 600 MB. A thread should end then.
 */
export const hasGrown = (): boolean => memory !== null && memory.buffer.byteLength > firstBytes;

const start = async (): Promise<typeof Vips> => {
  // Loaded by the first picture, because it takes 5 MB of code and 80 MB of memory.
  const { default: load } = await import('wasm-vips');
  const vips = await withBoundedMemory(() => load({ dynamicLibraries: [], preRun: withoutWarnings }));
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

/** Returns the bytes of a picture as libvips decodes it, with 8 or 16 bits for a value of a pixel. */
const decodedBytes = ({ width, height, bands, format }: Vips.Image): number =>
  width * height * bands * (format === 'uchar' ? 1 : 2);

/**
 * Returns the bytes that are held until the last pass over a picture is done; 0 if it is read in strips. A progressive JPEG has
 * coefficients of two bytes until then, and its two channels of colour mostly have a quarter of the samples.
 */
const heldBytes = (picture: Vips.Image): number => {
  const loader = picture.getString('vips-loader');
  if (loader.startsWith('webp')) return decodedBytes(picture);
  if (picture.getTypeof('interlaced') === 0) return 0;
  if (!loader.startsWith('jpeg')) return decodedBytes(picture);
  const samples = picture.getString('jpeg-chroma-subsample') === '4:2:0' ? 1.5 : picture.bands;
  return picture.width * picture.height * samples * 2;
};

/** The sizes of a decoded picture are those of its header, which libvips has read by then. */
const isBearable = (picture: Vips.Image): boolean =>
  decodedBytes(picture) <= MOST_DECODED_BYTES && heldBytes(picture) <= MOST_HELD_BYTES;

/** Checks whether a picture is to become a JPEG and is none. Every browser shows what articles have. */
const isOtherForm = (picture: Vips.Image, form: PictureForm): boolean =>
  form === 'jpeg' && !picture.getString('vips-loader').startsWith('jpeg');

/**
 * Shrinks a still JPEG, PNG or WebP with libvips in WebAssembly, in the colours of sRGB and upright. Pictures that are not wider,
 * have more than 160 MB decoded, or must be held as a whole with more than 64 MB, are not shrunk.
 * @throws Error if the bytes cannot be decoded.
 */
export const shrinkPicture: ShrinkPicture = async (bytes, width, form) => {
  const vips = await (started ??= start());
  try {
    const { isToShrink, hasProfile } = using(vips.Image.newFromBuffer(bytes), (whole) => ({
      isToShrink: (whole.width > width || isOtherForm(whole, form)) && isBearable(whole),
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
      form === 'webp'
        ? small.writeToBuffer('.webp', { Q: QUALITY, effort: EFFORT, keep: 'none' })
        : using(small.hasAlpha() ? small.flatten({ background: WHITE }) : small.copy(), (opaque) =>
            opaque.writeToBuffer('.jpg', { Q: QUALITY, keep: 'none' }),
          ),
    );
  } catch (error) {
    // libvips throws objects of its own, which lose their message when they are sent to another thread.
    throw new Error(`The picture could not be shrunk: ${String(error)}`, { cause: error });
  }
};

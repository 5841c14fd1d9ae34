import { createHash } from 'node:crypto';
import { PICTURE_MAX_BYTES, type PictureType, type ServedImage } from '../contract/index.ts';
import { OutboundError } from '../web/guard/guarded-fetch.ts';
import { createPlaces, NoPlaceError } from './places.ts';
import { DomainError } from '../lib/errors.ts';
import type { PictureForm } from '../parser/pictures/shrink-picture.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { rasterTypeWithin, type RasterLimits } from './icon-raster.ts';

/** Reasons why there is no picture: the publisher's status, no picture by its bytes, no answer, or `busy`: too many others to ask. */
type ImageFault = 'http_status' | 'not_a_picture' | 'too_large' | 'unreachable' | 'address_refused' | 'busy';

/** The publisher gave no picture that may be shown. It is not asked for again by each reader at each look. */
const imageUnavailable = (reason: ImageFault, message: string, options: ErrorOptions = {}) =>
  new DomainError(
    'IMAGE_UNAVAILABLE',
    message,
    { reason },
    {
      ...options,
      headers: { 'cache-control': reason === 'busy' ? 'no-store' : 'public, max-age=600' },
    },
  );

/** Milliseconds for a whole picture. Somebody looks at the page, and a Lambda function costs while it waits. */
const timeoutMs = 5_000;
/**
 * Pictures loaded at once in one process: each takes up to 15 MB until it is answered, and a name server that does not
 * answer blocks a thread.
 */
const MOST_AT_ONCE = 8;
/** Pictures loaded at once from one host, so that one that does not answer leaves places to the others. */
const MOST_OF_A_HOST = 3;
/** Milliseconds for which a picture waits for a place: with loading, less than the API's time for an answer. */
const WAIT_MS = 15_000;
const HASH_DIGITS = 32;
const accepted: Record<PictureForm, string> = {
  webp: 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/*;q=0.5',
  jpeg: 'image/jpeg,image/png,image/gif,image/webp;q=0.8',
};
const types = { webp: 'image/webp', jpeg: 'image/jpeg' } as const;
/** The types that e-readers show too. */
const shownByAll: ReadonlySet<PictureType> = new Set(['image/jpeg', 'image/png', 'image/gif']);

/** A smaller picture is not worth the time that shrinking takes, in bytes. */
const SMALL_BYTES = 20_000;

type LoadedImage = ServedImage & { content_type: PictureType };

/**
 * Loads a picture from its publisher, not wider than `width` pixels if it can be shrunk; null for the picture as it is.
 * @throws IMAGE_UNAVAILABLE if there is none; the signal's reason if it is aborted
 */
export type LoadImage = (url: string, width: number | null, gone: AbortSignal) => Promise<LoadedImage>;

const unavailable = (error: unknown): unknown => {
  if (error instanceof NoPlaceError)
    return imageUnavailable(
      'busy',
      'Other pictures of this publisher, or of many others, did not come in time, so this one was not asked for.',
      { cause: error },
    );
  if (!(error instanceof OutboundError)) return error;
  const { fault, message } = error;
  const reason = fault === 'too_large' || fault === 'address_refused' ? fault : 'unreachable';
  return imageUnavailable(reason, message, { cause: error });
};

/**
 * Creates the function that loads pictures by the guarded client, at most eight at once and three of a host. No header of the
 * reader is sent. robots.txt and the turns of hosts do not apply, since a reader's browser would ask for the same picture.
 */
export const createLoadImage = (
  { fetch, parser }: Pick<Context, 'fetch' | 'parser'>,
  { waitMs = WAIT_MS, form = 'webp' }: { waitMs?: number; form?: PictureForm } = {},
): LoadImage => {
  const inPlace = createPlaces({ most: MOST_AT_ONCE, share: MOST_OF_A_HOST, waitMs });
  /** Returns the picture in the form and of a width; null if it stays as it is, also where it cannot be decoded. */
  const shrink = async (
    bytes: Uint8Array,
    type: PictureType,
    width: number | null,
  ): Promise<Uint8Array | null> => {
    const isShown = form === 'webp' || shownByAll.has(type);
    if (width === null || (isShown && bytes.length < SMALL_BYTES) || !isStillPicture(bytes, type))
      return null;
    const shrunk = await parser.shrinkPicture(bytes, width, form).catch(() => null);
    return shrunk !== null && (!isShown || shrunk.length < bytes.length) ? shrunk : null;
  };
  const load = async (url: string, width: number | null, signal: AbortSignal): Promise<LoadedImage> => {
    const { status, body } = await fetch({
      url,
      headers: { accept: accepted[form] },
      maxBytes: PICTURE_MAX_BYTES,
      timeoutMs,
      signal,
    });
    if (status < 200 || status > 299)
      throw imageUnavailable('http_status', `The publisher answered with status ${status}.`);
    const content_type = pictureTypeOf(body);
    if (content_type === null)
      throw imageUnavailable('not_a_picture', 'What the publisher sent is no picture.');
    const shrunk = await shrink(body, content_type, width);
    const image =
      shrunk === null ? { bytes: body, content_type } : { bytes: shrunk, content_type: types[form] };
    const hash = createHash('sha256').update(image.bytes).digest('hex').slice(0, HASH_DIGITS);
    return { ...image, hash };
  };
  return (url, width, gone) =>
    inPlace(hostOf(url), gone, () => load(url, width, gone)).catch((error: unknown) => {
      throw unavailable(error);
    });
};

/** Returns the host of an address; the guarded client refuses what has none. */
const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';

/** The endpoint that loads pictures for readers. It asks nobody unless the key fits the address. */
export const imageEndpoint = (
  ctx: Pick<Context, 'imageKeys' | 'fetch' | 'parser'>,
): HandlersOf<'getImage'> => {
  const loadImage = createLoadImage(ctx);
  return {
    getImage: async ({ query: { url, key, width }, gone }) => {
      if (!(await ctx.imageKeys.isValid(url, key)))
        throw new DomainError(
          'FORBIDDEN',
          'This address of a picture was not given out by this service, or more than 30 days ago.',
        );
      return loadImage(url, width === undefined ? null : Number(width), gone);
    },
  };
};

/** A picture of this side in both directions takes one gigabyte decompressed, which browsers still refuse or bear. */
const limits: RasterLimits = { side: 16_384, isStill: false };

/** Number of bytes in which the properties of an AVIF image stand. */
const AVIF_HEAD = 4096;

const isAvif = (bytes: Buffer): boolean => {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  if (!['avif', 'avis'].includes(bytes.toString('latin1', 8, 12))) return false;
  // AV1 in HEIF: each item has its width and height in a property `ispe`, after four bytes of version and flags.
  const head = bytes.subarray(0, AVIF_HEAD);
  const at = head.indexOf('ispe');
  if (at === -1 || at + 16 > head.length) return false;
  const [width, height] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
  return width > 0 && height > 0 && Math.max(width, height) <= limits.side;
};

/**
 * Returns the type of a picture by its bytes alone, since headers and names lie. Returns null for anything that is no
 * raster image of at most 16,384 pixels a side. Animated images are allowed.
 */
export const pictureTypeOf = (picture: Uint8Array): PictureType | null => {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  if (isAvif(bytes)) return 'image/avif';
  const type = rasterTypeWithin(bytes, limits);
  // An icon file is no picture of an article, and may hold many images.
  return type === 'image/x-icon' ? null : type;
};

/** Checks whether a picture of this type is a JPEG, or a PNG or WebP that is not animated. */
const isStillPicture = (picture: Uint8Array, type: PictureType): boolean => {
  // The whole of a JPEG would be read, for nothing: none is animated.
  if (type === 'image/jpeg') return true;
  if (type !== 'image/png' && type !== 'image/webp') return false;
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  return rasterTypeWithin(bytes, { ...limits, isStill: true }) === type;
};

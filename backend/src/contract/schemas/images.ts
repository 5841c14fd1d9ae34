import { z } from 'zod';

/** The image types that the image proxy serves. A vector image could hold scripts, so it is none of them. */
export const pictureTypes = ['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif'] as const;

/** The largest picture that the image proxy serves, in bytes. In base64 it fits into an answer of a Lambda function. */
export const PICTURE_MAX_BYTES = 4 * 1024 * 1024;

/** The query of `GET /api/image`. Any other parameter is refused, so that one picture has one address for the caches. */
export const imageQuery = z.strictObject({
  /** The address of the picture at its publisher, exactly as an article or a row has it. */
  url: z.string().min(1).max(8192),
  /** What the service gave for this address: `image_key` of a row, `image_keys` of an article. */
  key: z.string().min(1).max(64),
  /**
   * The most pixels that the picture is to be wide: a still JPEG, PNG or WebP that is wider becomes a WebP of this width. Others
   * come as they are. Two widths, so that caches meet the same address again.
   */
  width: z.enum(['640', '1280']).optional(),
});

/** A video that an article refers to, of a host whose player the page shows once the reader asks for it. */
export const video = z.object({
  /** The address as the article has it. */
  url: z.string(),
  provider: z.enum(['youtube', 'vimeo']),
  /** The address of the player. */
  embed_url: z.string(),
  /** The address of a picture of the video; null if it has none. `image_keys` has its key. */
  still_url: z.string().nullable(),
});

export type PictureType = (typeof pictureTypes)[number];
export type Video = z.infer<typeof video>;

import { createHash } from 'node:crypto';
import { PICTURE_MAX_BYTES, type PictureType, type ServedImage } from '../contract/index.ts';
import { createAtMost } from './at-most.ts';
import { OutboundError, type GuardedFetch } from '../outbound/guard/guarded-fetch.ts';
import { ImageUnavailableError } from './errors.ts';
import { pictureTypeOf } from './picture-type.ts';

/** Milliseconds for a whole picture. Somebody looks at the page, and a Lambda function costs while it waits. */
const timeoutMs = 5_000;
/**
 * Pictures loaded at once in one process: each takes up to 15 MB until it is answered, and a name server that does not
 * answer blocks a thread.
 */
const MOST_AT_ONCE = 8;
const HASH_DIGITS = 32;
const accept = 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/*;q=0.5';

/** Loads a picture from its publisher. Throws ImageUnavailableError if there is none. */
export type LoadImage = (url: string) => Promise<ServedImage & { content_type: PictureType }>;

const unavailable = (error: unknown): unknown => {
  if (!(error instanceof OutboundError)) return error;
  const { code, message } = error;
  const fault = code === 'too_large' || code === 'address_refused' ? code : 'unreachable';
  return new ImageUnavailableError(fault, message, { cause: error });
};

/**
 * Creates the function that loads pictures by the guarded client, at most eight at once. No header of the reader is
 * sent. robots.txt and the turns of hosts do not apply, since a reader's browser would ask for the same picture.
 */
export const createLoadImage = ({ fetch }: { fetch: GuardedFetch }): LoadImage => {
  const atMost = createAtMost(MOST_AT_ONCE);
  const load = (url: string) =>
    fetch({ url, headers: { accept }, maxBytes: PICTURE_MAX_BYTES, timeoutMs }).catch((error: unknown) => {
      throw unavailable(error);
    });
  return (url) =>
    atMost(async () => {
      const { status, body } = await load(url);
      if (status < 200 || status > 299)
        throw new ImageUnavailableError('http_status', `The publisher answered with status ${status}.`);
      const content_type = pictureTypeOf(body);
      if (content_type === null)
        throw new ImageUnavailableError('not_a_picture', 'What the publisher sent is no picture.');
      const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_DIGITS);
      return { bytes: body, content_type, hash };
    });
};

import type { ImageSecretStore, ImageKeys } from '../model/article/image-keys.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { StorageFullError } from '../lib/errors.ts';

/**
 * The key of an image address proves that this service gave the address out, so that `GET /api/image` loads nothing for
 * strangers. It is `<period>.<HMAC>`: the number of the 30 days in which it was given out, and the first 128 bits of
 * HMAC-SHA-256 over that number and the address, in base64url.
 */

/** Days in which an address keeps its key, so that caches know it again. */
const PERIOD_DAYS = 30;
const dayMs = 86_400_000;
const MAC_BYTES = 16;
const keyText = /^(\d{1,6})\.([\w-]{22})$/;

const macOf = (secret: string, period: number, url: string): Buffer =>
  createHmac('sha256', secret).update(`${period} ${url}`).digest().subarray(0, MAC_BYTES);

/** Creates the keys over one secret, which the store keeps for all processes and which is remembered here. */
export const createImageKeys = (deps: {
  imageSecrets: ImageSecretStore;
  /** Returns at least 256 random bits. */
  newSecret: () => string;
  now: Clock;
}): ImageKeys => {
  let remembered: Promise<string> | null = null;
  let unstored: string | null = null;
  const secretOf = (): Promise<string> => {
    const secret = (unstored ??= deps.newSecret());
    remembered ??= deps.imageSecrets.getOrPut(secret).catch((error: unknown) => {
      remembered = null;
      // Lists need no room on the disk. The keys hold in this process, and the same secret is stored as soon as it fits.
      if (error instanceof StorageFullError) return secret;
      throw error;
    });
    return remembered;
  };
  const period = (): number => Math.floor(deps.now().getTime() / (PERIOD_DAYS * dayMs));
  return {
    load: async () => {
      const secret = await secretOf();
      return (url) => {
        if (!/^https?:\/\//i.test(url)) return null;
        const current = period();
        return `${current}.${macOf(secret, current, url).toString('base64url')}`;
      };
    },
    isValid: async (url, key) => {
      const [, stated, mac] = keyText.exec(key) ?? [];
      if (stated === undefined || mac === undefined) return false;
      const age = period() - Number(stated);
      if (age !== 0 && age !== 1) return false;
      const given = Buffer.from(mac, 'base64url');
      const expected = macOf(await secretOf(), Number(stated), url);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};

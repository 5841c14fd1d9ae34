import { crc32 } from 'node:zlib';
import type { Entry } from './entry.ts';

/** Returns a number that changes, all but always, when the title or the excerpt of an entry does: their CRC-32. */
export const textChecksum = ({ title, excerpt }: Pick<Entry, 'title' | 'excerpt'>): number =>
  crc32(`${title}\n${excerpt}`);

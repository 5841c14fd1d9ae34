import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NOT_AWAITED, takeMail, type TakeMailContext } from '../../newsletters/take-mail.ts';
import { MAIL_BYTES, MAIL_TOO_LARGE } from '../../parser/fields/limits.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';

/** The most mails of one run, so that other scheduled work has its turn. */
const MOST = 100;

/** The flag of a mail that was seen, in the name of a file of `cur`. */
const SEEN = ':2,S';

/** Takes the mail of a file in. Returns why it was not; null if it was. */
const take = async (ctx: TakeMailContext, path: string): Promise<string | null> => {
  if ((await stat(path)).size > MAIL_BYTES) return `${MAIL_TOO_LARGE}.`;
  try {
    return (await takeMail(ctx, await readFile(path))).length === 0 ? NOT_AWAITED : null;
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
};

/**
 * Takes in what is in the folder `new` of a maildir, the earliest first, at most 100 mails. A mail that is stored moves to
 * `cur`; one that was stored before the process ended is stored again as the same article. What cannot be shown, and what
 * no newsletter awaits, moves to `failed`, and the log says why. Throws if the storage fails, and leaves the mail.
 */
export const takeMaildir = async (ctx: TakeMailContext, folder: string): Promise<void> => {
  const files = (await readdir(join(folder, 'new'), { withFileTypes: true }))
    .filter((file) => file.isFile() && !file.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
  for (const name of files.slice(0, MOST)) {
    const path = join(folder, 'new', name);
    const reason = await take(ctx, path);
    const target = join(folder, reason === null ? 'cur' : 'failed');
    await mkdir(target, { recursive: true });
    await rename(path, join(target, reason === null ? `${name.split(':', 1)[0]}${SEEN}` : name));
    if (reason === null) ctx.log.info('mail taken', { file: name });
    else ctx.log.warn('mail refused', { file: name, reason });
  }
};

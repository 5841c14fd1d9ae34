import { onlyPage, type Chapter, type Enclosure } from '../contract/index.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { HttpStatusError } from '../discovery/errors.ts';
import type { Context } from '../model/context.ts';
import { articleUnknown, present, readShownText, type TextContext } from '../articles/reading/shown-entry.ts';
import { chaptersInId3, chaptersInJson, chaptersInMp4 } from './read-chapters.ts';

type ChaptersContext = TextContext & Pick<Context, 'entries' | 'fetch'>;

/** Largest document of chapters, in bytes; known ones have less than 100 KB. */
const DOCUMENT_BYTES = 1024 * 1024;
/** Bytes that are read of a recording: of an MP3 its tag, of an MP4 file its tables, which grow with its length. */
const FILE_BYTES = { mp3: 512 * 1024, mp4: 2 * 1024 * 1024 } as const;
/** Milliseconds for an answer. Somebody looks at the page, and a Lambda function costs while it waits. */
const timeoutMs = 8_000;

/**
 * The endpoint that reads the chapters of a recording. Only addresses that the article gives are asked. robots.txt and the turns of
 * hosts do not apply, since any player would ask for the same. Nothing is stored: the page keeps the answer.
 */
export const chaptersEndpoint = (ctx: ChaptersContext): HandlersOf<'getChapters'> => ({
  getChapters: async ({ reader: { user_id }, params: { article_id }, query: { url }, gone }) => {
    const entry = present(await ctx.entries.get(user_id, article_id), ctx.now().toISOString());
    const { body } = await readShownText(ctx, entry);
    const enclosure = body?.enclosures.find((each) => each.url === url);
    if (enclosure === undefined) throw articleUnknown();
    return onlyPage(await chaptersOf(ctx, enclosure, gone));
  },
});

/** Returns the chapters of a recording. Throws HttpStatusError and what the guarded client throws. */
const chaptersOf = async (
  ctx: Pick<Context, 'fetch'>,
  { url, type, chapters }: Enclosure,
  signal: AbortSignal,
): Promise<Chapter[]> => {
  if (Array.isArray(chapters)) return chapters;
  const ask = { timeoutMs, signal };
  if (chapters !== undefined) {
    const headers = { accept: 'application/json+chapters,application/json;q=0.9,*/*;q=0.5' };
    const maxBytes = DOCUMENT_BYTES;
    return chaptersInJson(bodyOf(await ctx.fetch({ ...ask, url: chapters, headers, maxBytes })));
  }
  const kind = fileKind(url, type);
  if (kind === null) return [];
  const maxBytes = FILE_BYTES[kind];
  const headers = { range: `bytes=0-${maxBytes - 1}` };
  // Some servers know no ranges and send all of it.
  const bytes = bodyOf(await ctx.fetch({ ...ask, url, headers, maxBytes, cutsAtMaxBytes: true }));
  return kind === 'mp3' ? chaptersInId3(bytes) : chaptersInMp4(bytes);
};

const bodyOf = ({ status, body }: { status: number; body: Uint8Array }): Buffer => {
  if (status < 200 || status > 299) throw new HttpStatusError(status);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
};

/** Returns which kind of file may have chapters in it, by its stated type or else by its name; null for any other. */
const fileKind = (url: string, type: string | null): keyof typeof FILE_BYTES | null => {
  const stated = `${type ?? ''} ${URL.parse(url)?.pathname ?? ''}`;
  if (/^audio\/(?:mpeg|mp3|x-mp3)\b|\.mp3$/i.test(stated)) return 'mp3';
  return /^(?:audio|video)\/(?:mp4|x-m4[abv])\b|\.(?:m4[abv]|mp4)$/i.test(stated) ? 'mp4' : null;
};

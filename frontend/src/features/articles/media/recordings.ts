import type { Enclosure } from '@omomi/backend/contract';
import { z } from 'zod';

/** A recording that the page can play. */
export type Recording = {
  kind: 'audio' | 'video';
  /** The address that the page plays, with https. */
  url: string;
  /** The address that the feed gives, which a tab of its own can open by http too. */
  source: string;
  name: string;
};

const endings: readonly (readonly [Recording['kind'], RegExp])[] = [
  ['audio', /\.(?:mp3|m4a|aac|ogg|oga|opus|flac|wav)$/i],
  ['video', /\.(?:mp4|m4v|webm|ogv|mov)$/i],
];

const kindOf = (type: string | null, pathname: string): Recording['kind'] | null => {
  const [stated] = /^(?:audio|video)(?=\/)/i.exec(type ?? '') ?? [];
  if (stated?.toLowerCase() === 'audio') return 'audio';
  if (stated?.toLowerCase() === 'video') return 'video';
  return endings.find(([, ending]) => ending.test(pathname))?.[0] ?? null;
};

/** Returns the name of a file for people: the last part of its address, or its host. */
const nameOf = ({ pathname, hostname }: URL): string => {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return last === '' ? hostname : decodeURIComponent(last);
  } catch {
    return last;
  }
};

/**
 * Returns an enclosure as a recording; null if it is none. The page plays https only, which nearly every host serves
 * beside http.
 */
export const recordingOf = ({ url, type }: Enclosure): Recording | null => {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  const kind = kindOf(type, address.pathname);
  if (kind === null) return null;
  address.protocol = 'https:';
  return { kind, url: address.href, source: url, name: nameOf(address) };
};

/** A recording with what is needed to play it without its article. */
export const episode = z.object({
  kind: z.enum(['audio', 'video']),
  url: z.string(),
  source: z.string(),
  name: z.string(),
  /** The title of the article, and the address that leads back to it. */
  title: z.string(),
  address: z.string(),
});
export type Episode = z.infer<typeof episode>;

/** Returns a recording of the article that the address of the page shows. */
export const episodeHere = ({ kind, url, source, name }: Recording, title: string): Episode => {
  const { pathname, search } = window.location;
  return { kind, url, source, name, title, address: `${pathname}${search}` };
};

import { z } from 'zod';
import type { Recording } from './recordings.ts';

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

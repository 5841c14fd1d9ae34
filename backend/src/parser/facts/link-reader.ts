import type { TagReader } from '../html/read-tags.ts';
import { linkOfTag, type RawLink } from './page-links.ts';

const MAX_LINKS = 5000;
/** Characters of an anchor that are read; fewer are kept. */
const MAX_TEXT = 2000;

/**
 * Reads the links of a page with their anchor texts, at most 5,000. An anchor without text has that of its pictures.
 */
export const createLinkReader = (): TagReader & { result: () => { links: RawLink[]; isCut: boolean } } => {
  const links: RawLink[] = [];
  let anchor: RawLink | null = null;
  let isCut = false;

  return {
    open: (name, attributes) => {
      const link = linkOfTag(name, attributes);
      if (link === null) return;
      if (links.length >= MAX_LINKS) {
        isCut = true;
        return;
      }
      links.push(link);
      if (name === 'a') anchor = link;
      else if (name === 'img' && anchor !== null && anchor.text.trim() === '') anchor.text = link.text;
    },
    close: (name) => {
      if (name === 'a') anchor = null;
    },
    text: (piece) => {
      if (anchor !== null && anchor.text.length < MAX_TEXT) anchor.text += piece;
    },
    result: () => ({ links, isCut }),
  };
};

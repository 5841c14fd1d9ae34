import type { Video } from '@omomi/backend/contract';
import { dropTitle } from './drop-title.ts';
import { markNotes } from './notes.ts';
import { framePictures, type PictureOptions } from './pictures.ts';

export type BodyOptions = PictureOptions & { title: string; videos: readonly Video[] };

/** The number of characters from which a cell has sentences. In Japanese it could else become as narrow as one letter. */
const SENTENCE = 16;

/** Puts each table into a frame that scrolls, so that a wide one does not widen the page. */
const frameTables = (root: Element): void => {
  for (const table of root.querySelectorAll('table')) {
    if (table.parentElement?.closest('table') !== null) continue;
    const frame = table.ownerDocument.createElement('div');
    frame.setAttribute('data-scrolls', 'table');
    table.replaceWith(frame);
    frame.append(table);
    for (const cell of table.querySelectorAll('td, th'))
      if ((cell.textContent?.trim().length ?? 0) >= SENTENCE) cell.setAttribute('data-wide', '');
  }
  for (const code of root.querySelectorAll('pre')) code.setAttribute('data-scrolls', 'code');
};

/** Returns the element that a link to a video has for itself; null if it stands within a text. */
const placeOf = (link: Element): Element | null => {
  const parent = link.parentElement;
  if (parent === null) return null;
  if (parent.matches('figure, body')) return link;
  const isAlone = parent.textContent?.trim() === link.textContent?.trim() && parent.childElementCount === 1;
  return parent.matches('p') && isAlone ? parent : null;
};

/** Puts a place for a player where a link to a video stands alone. Returns the videos that have one. */
const placeVideos = (root: Element, videos: readonly Video[]): Video[] => {
  const placed: Video[] = [];
  for (const link of root.querySelectorAll('a[href]')) {
    const video = videos.find(({ url }) => url === link.getAttribute('href'));
    const place = video === undefined ? null : placeOf(link);
    if (video === undefined || place === null) continue;
    const player = link.ownerDocument.createElement('div');
    player.setAttribute('data-video', video.url);
    place.replaceWith(player);
    placed.push(video);
  }
  return placed;
};

/**
 * Prepares the sanitised text of an article for the page: takes out a repeated title, and sets addresses and frames of
 * pictures, frames of tables, places for players, and the marks of footnotes. `body` is that of an inert document, so that nothing is requested. Returns the
 * videos that have a place in the text.
 */
export const prepareBody = (body: Element, { title, videos, ...pictures }: BodyOptions): Video[] => {
  dropTitle(body, title);
  const placed = videos.length === 0 ? [] : placeVideos(body, videos);
  framePictures(body, pictures);
  frameTables(body);
  markNotes(body);
  return placed;
};

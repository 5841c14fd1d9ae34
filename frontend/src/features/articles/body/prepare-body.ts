import type { Video } from '@omomi/backend/contract';
import { partsOf, readText } from './read-text.ts';
import { type PictureOptions, framePictures } from './pictures.ts';

/** Matches no element. */
const NOTHING = ':not(*)';
/** Matches elements that show something without having a text. */
const SHOWN = 'img, picture, video, audio, iframe, svg, hr, table';

/** Returns where the title ends in a text that begins with it, with white space of any length between words; null if it does not. */
const endOfTitle = (text: string, title: string): number | null => {
  const words = title.trim().split(/\s+/);
  let at = 0;
  const skip = (): void => {
    while (at < text.length && (text[at] ?? '').trim() === '') at += 1;
  };
  for (const word of words) {
    skip();
    if (!text.startsWith(word, at)) return null;
    at += word.length;
  }
  const end = at;
  skip();
  // A word that goes on is another word, except after the stop of a Japanese sentence. A text of the title alone stays.
  const isWhole = at > end || /[。！？]$/.test(title);
  return isWhole && at < text.length ? at : null;
};

/**
 * Takes the title out of a text that begins with it: a post without a title has its first sentence as one, and many feeds repeat
 * the title. It stands above the text already.
 */
export const dropTitle = (root: Element, title: string): void => {
  if (title.trim() === '') return;
  const read = readText(root, NOTHING);
  const end = endOfTitle(read.text, title);
  if (end === null) return;
  const parts = partsOf(read, { start: 0, end });
  for (const { node, from, to } of parts) {
    const parent = node.parentElement;
    node.data = node.data.slice(0, from) + node.data.slice(to);
    removeEmpty(parent, root);
  }
};

/** Removes an element that shows nothing any more, and what it alone was in. */
const removeEmpty = (from: Element | null, root: Element): void => {
  let at = from;
  while (at !== null && at !== root && at.textContent?.trim() === '' && at.querySelector(SHOWN) === null) {
    const above: Element | null = at.parentElement;
    at.remove();
    at = above;
  }
};

/** A link of an article to a place in the same article. */
type InnerLink = {
  /** The name of the place, without `#`. */
  to: string;
  text: string;
  /** True if it stands above the line. */
  isRaised: boolean;
};

/** A mark of a footnote: a number or a letter, or a sign, with or without brackets. */
const noteMark = /^[[(]?(?:\d{1,3}|[a-z]|[*†‡§¶]{1,3})[\])]?$/i;

const numbersIn = (name: string): string[] => name.match(/\d+/g) ?? [];

/**
 * Checks whether a link back belongs to the link to a note. Their places are named alike and numbered the same: `fn:1` and
 * `fnref:1`, `cite_note-2` and `cite_ref-2_0`, `_ftn3` and `_ftnref3`.
 */
const belongs = (to: string, back: string): boolean => {
  const [numbers, more] = [numbersIn(to), numbersIn(back)];
  if (numbers.length > 0) return numbers.every((number, at) => more[at] === number);
  return more.length === 0 && to.split(/[:_-]/).at(-1) === back.split(/[:_-]/).at(-1);
};

/**
 * Returns by the place of each link to a footnote the place of the link that leads back from the note. The names of the
 * places themselves are not in the article, so that notes are found by their links back.
 */
const pairNotes = (links: readonly InnerLink[]): Map<number, number> => {
  const pairs = new Map<number, number>();
  for (const [at, { to, text, isRaised }] of links.entries()) {
    if (!isRaised && !noteMark.test(text.trim())) continue;
    const back = links.findIndex((other, later) => later > at && other.to !== to && belongs(to, other.to));
    if (back !== -1) pairs.set(at, back);
  }
  return pairs;
};

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? '';

/** Returns the links within the article: those with a hash to the address that most of them lead to. */
const innerLinks = (root: Element): Element[] => {
  const links = [...root.querySelectorAll('a[href*="#"]')];
  const counts = new Map<string, number>();
  for (const link of links) {
    const page = withoutHash(link.getAttribute('href') ?? '');
    counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  const [own] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return links.filter((link) => withoutHash(link.getAttribute('href') ?? '') === own);
};

/** Marks the links to footnotes (`data-note`) and the notes (`data-note-text`) with the same numbers. */
const markNotes = (root: Element): void => {
  const links = innerLinks(root);
  const pairs = pairNotes(
    links.map((link) => ({
      to: (link.getAttribute('href') ?? '').replace(/^[^#]*#/s, ''),
      text: link.textContent ?? '',
      isRaised: link.closest('sup') !== null,
    })),
  );
  for (const [at, back] of pairs) {
    const [link, from] = [links[at], links[back]];
    const note = from?.closest('li') ?? from?.closest('p') ?? null;
    if (link === undefined || from === undefined || note === null || note.contains(link)) continue;
    const number = note.getAttribute('data-note-text') ?? String(at);
    note.setAttribute('data-note-text', number);
    from.setAttribute('data-note-back', '');
    link.setAttribute('data-note', number);
    link.setAttribute('aria-expanded', 'false');
  }
};

type BodyOptions = PictureOptions & { title: string; videos: readonly Video[] };

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

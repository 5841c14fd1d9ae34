import { isInline } from '../fields/text.ts';
import { type TagReader, readTags } from '../html/read-tags.ts';
import { createTextDigest } from './simhash.ts';
import { decodePage } from '../encoding/decode.ts';
import { aboutPage, shortText, type AboutPage } from './about-page.ts';
import { createHeadReader } from './head-reader.ts';
import { createLinkReader, resolveLinks } from './page-links.ts';
import type { PageFacts, PageReading } from './page-facts.ts';

/** Elements whose text is not shown, or not as the page's text. */
const HIDDEN =
  /^(?:script|style|noscript|template|svg|math|title|iframe|object|select|textarea|audio|video|canvas)$/;
/** Characters of a heading that are read; fewer are kept. */
const MAX_HEADING = 2000;
/** Text is counted in pieces of this length, so that a page's text is never held as a whole. */
const PIECE = 32_768;

type Visible = { word_count: number; content_hash: string; h1: string };

/** Reads the visible text of a page: counts its words, makes its SimHash, and keeps its first `h1` that has a text. */
const createVisibleTextReader = (): TagReader & { result: () => Visible } => {
  const digest = createTextDigest();
  let waiting = '';
  let hidden = 0;
  let isHeading = false;
  let h1 = '';

  const flush = (length: number): void => {
    digest.add(waiting.slice(0, length));
    waiting = waiting.slice(length);
  };
  const add = (piece: string): void => {
    if (isHeading && h1.length < MAX_HEADING) h1 += piece;
    waiting += piece;
    if (waiting.length < PIECE) return;
    const space = waiting.lastIndexOf(' ');
    // Without a space it is one endless word, or a script that has no spaces.
    flush(space <= 0 ? waiting.length : space);
  };

  return {
    open: (name) => {
      if (HIDDEN.test(name)) hidden += 1;
      if (!isInline(name)) add(' ');
      if (name === 'h1') isHeading = h1.trim() === '';
    },
    close: (name) => {
      if (HIDDEN.test(name)) hidden -= 1;
      if (!isInline(name)) add(' ');
      if (name === 'h1') isHeading = false;
    },
    text: (piece) => {
      if (hidden === 0) add(piece);
    },
    result: () => {
      flush(waiting.length);
      return { ...digest.result(), h1 };
    },
  };
};

/** Bytes of a page that are read. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;

/** Hands each tag and text to all readers in turn. */
const together = (readers: readonly TagReader[]): TagReader => ({
  open: (name, attributes) => {
    for (const reader of readers) reader.open(name, attributes);
  },
  close: (name) => {
    for (const reader of readers) reader.close(name);
  },
  text: (piece) => {
    for (const reader of readers) reader.text(piece);
  },
});

const factsOf = (
  about: AboutPage,
  { h1, word_count, content_hash }: Visible,
  isTruncated: boolean,
): PageFacts => ({
  title: about.title,
  meta_description: about.description,
  meta_robots: about.robots,
  canonical_url: about.canonical_url,
  h1: shortText(h1),
  language: about.language,
  content_hash,
  word_count,
  schema_type: about.schema_type,
  og_type: about.og_type,
  published_at: about.published_at,
  modified_at: about.modified_at,
  image_url: about.image_url,
  is_truncated: isTruncated,
});

/**
 * Reads what a web page states and where it leads, as a stream and in linear time. A page is cut at 5 MB (and at
 * 200,000 tags, 600,000 attributes, 2,000 open elements and 5,000 links), which `is_truncated` tells. Never throws.
 */
export const readPage = (body: Uint8Array, contentType: string | null, url: string): PageReading => {
  const html = decodePage(body.subarray(0, MAX_PAGE_BYTES), contentType);
  const head = createHeadReader();
  const links = createLinkReader();
  const visible = createVisibleTextReader();
  const isWhole = readTags(html, together([head, links, visible]));
  const about = aboutPage(head.result(), url);
  const found = links.result();
  const isTruncated = !isWhole || found.isCut || body.length > MAX_PAGE_BYTES;
  return {
    ...factsOf(about, visible.result(), isTruncated),
    links: resolveLinks(found.links, about.base_url, url),
  };
};

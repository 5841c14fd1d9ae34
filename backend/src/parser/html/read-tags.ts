import { Parser } from 'htmlparser2';

/** Limits on what is read of a page; the largest real pages known have a fifth of it. */
const MAX_TAGS = 200_000;
const MAX_ATTRIBUTES = 600_000;
/** Open elements. The parser looks through them at each end tag, so its work is tags times depth. */
const MAX_OPEN = 2000;
const CHUNK_LENGTH = 16_384;

export type Attributes = Readonly<Record<string, string>>;

export type TagReader = {
  open: (name: string, attributes: Attributes) => void;
  /** Every opened element is closed, also one without an end tag. */
  close: (name: string) => void;
  text: (text: string) => void;
  /** Ends the reading early when it returns true; the page then counts as not read to its end. */
  isDone?: () => boolean;
};

/**
 * Reads a page as a stream of tags and texts, in linear time and without building a tree. Returns true if the page was
 * read to its end; false if it exceeds 200,000 tags, 600,000 attributes or 2,000 open elements, then the rest is not
 * read. Never throws by itself.
 */
export const readTags = (html: string, reader: TagReader): boolean => {
  let tags = 0;
  let attributes = 0;
  let open = 0;
  const isOver = (): boolean => tags > MAX_TAGS || attributes > MAX_ATTRIBUTES || open > MAX_OPEN;
  const parser = new Parser({
    onattribute: () => {
      attributes += 1;
    },
    onopentag: (name, own) => {
      tags += 1;
      open += 1;
      if (!isOver()) reader.open(name, own);
    },
    onclosetag: (name) => {
      open -= 1;
      if (!isOver()) reader.close(name);
    },
    ontext: (text) => {
      if (!isOver()) reader.text(text);
    },
  });
  for (let start = 0; start < html.length; start += CHUNK_LENGTH) {
    if (isOver() || reader.isDone?.() === true) return false;
    parser.write(html.slice(start, start + CHUNK_LENGTH));
  }
  const isWhole = !isOver();
  parser.end();
  return isWhole;
};

import { refuseComplexJson, withinLimits, type UnboundedFeed } from './fields/limits.ts';
import { decodeDocument } from './encoding/decode.ts';
import { fromJson } from './formats/from-json.ts';
import { parseXml } from './parse-xml.ts';
import { ParseError } from './fields/parsed-feed.ts';
import type { ParseFeed } from './fields/parsed-feed.ts';

/** Limit on the items of a document; the newest are kept. */
export const MAX_ITEMS = 2_000;

const BINARY: [magic: readonly number[], kind: string][] = [
  [[0x89, 0x50, 0x4e, 0x47], 'an image'],
  [[0xff, 0xd8, 0xff], 'an image'],
  [[0x47, 0x49, 0x46, 0x38], 'an image'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive'],
  [[0x1f, 0x8b], 'compressed data'],
];

const refuseBinary = (bytes: Uint8Array): void => {
  const kind = BINARY.find(([magic]) => magic.every((byte, index) => bytes[index] === byte))?.[1];
  if (kind !== undefined) {
    throw new ParseError('not_a_feed', `This is ${kind}, not a feed.`);
  }
};

const read = async (bytes: Uint8Array, contentType: string | null): Promise<UnboundedFeed> => {
  refuseBinary(bytes);
  const decoded = decodeDocument(bytes, contentType).text;
  const text = bytes.includes(0) ? decoded.replaceAll('\0', '') : decoded;
  const first = /\S/.exec(text)?.[0];
  if (first === undefined) {
    throw new ParseError('not_a_feed', 'The document is empty.');
  }
  if (first !== '{' && first !== '[') return parseXml(text, MAX_ITEMS);
  refuseComplexJson(text);
  return fromJson(text.trim(), MAX_ITEMS);
};

/**
 * Parses a document from its bytes and its Content-Type header: RSS 0.90 to 2.0, RSS 1.0 (RDF), Atom 0.3 and 1.0, JSON
 * Feed 1.0 and 1.1, in any encoding, whole or damaged. The time is linear; at most 8 MB are read and 2,000 items kept.
 * Entities are never declared, expanded or fetched. Every text has a limit (limits.ts), and a document that would not
 * fit into memory is refused (complexity.ts). Throws only ParseError.
 */
export const parseFeed: ParseFeed = async (bytes, contentType) => {
  try {
    return withinLimits(await read(bytes, contentType));
  } catch (error) {
    if (error instanceof ParseError) {
      throw error;
    }
    throw new ParseError('parse_failed', 'The document could not be read as a feed.');
  }
};

import type { SearchText } from '../segment/doc.ts';

/** The most articles of a part, and the most characters of their texts unless one article has more. */
export const MOST_ARTICLES = 1000;
const MOST_CHARACTERS = 3_000_000;

/** Texts that wait to be written as a part. */
export type Pack = { texts: SearchText[]; sketches: Map<string, Uint8Array>; characters: number };

export const emptyPack = (): Pack => ({ texts: [], sketches: new Map(), characters: 0 });

export const addTo = (pack: Pack, text: SearchText, sketch: Uint8Array | null): void => {
  pack.texts.push(text);
  if (sketch !== null) pack.sketches.set(text.article_id, sketch);
  pack.characters += text.title.length + text.body.length;
};

export const isFull = ({ texts, characters }: Pack): boolean =>
  texts.length >= MOST_ARTICLES || characters >= MOST_CHARACTERS;

const unique = (texts: string[]): string[] => [...new Set(texts.map((text) => text.trim()))].filter(Boolean);

/** Splits a text into addresses at line ends, blanks or commas. */
export const splitAddresses = (text: string): string[] => unique(text.split(/[\s,、]+/u));

/** Splits a text into keywords at line ends or commas, including Japanese ones. A keyword may contain blanks. */
export const splitKeywords = (text: string): string[] =>
  unique(text.split(/[,、,\n]+/u)).filter((keyword) => keyword.length <= 100);

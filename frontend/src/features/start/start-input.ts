const unique = (texts: string[]): string[] => [...new Set(texts.map((text) => text.trim()))].filter(Boolean);

/** Addresses from a text, one on each line or apart by blanks or commas. */
export const splitAddresses = (text: string): string[] => unique(text.split(/[\s,、]+/u));

/** Keywords from a text, apart by commas (Japanese ones too) or line ends; blanks stay within a keyword. */
export const splitKeywords = (text: string): string[] =>
  unique(text.split(/[,、,\n]+/u)).filter((keyword) => keyword.length <= 100);

const unique = (texts: string[]): string[] => [...new Set(texts.map((text) => text.trim()))].filter(Boolean);

/** The addresses in a text, separated by line ends, blanks or commas. */
export const splitAddresses = (text: string): string[] => unique(text.split(/[\s,、]+/u));

/** The keywords in a text, separated by line ends or commas, Japanese ones too. A keyword may contain blanks. */
export const splitKeywords = (text: string): string[] =>
  unique(text.split(/[,、,\n]+/u)).filter((keyword) => keyword.length <= 100);

/** The end of a sentence, and a comma or the like, among the words of a text. No word has these hashes. */
export const SENTENCE_END = 0;
export const COMMA = 1;
/** Words of grammar have hashes from 2, all others from 1,024, so that the two can be told apart. */
export const FIRST_TERM = 2;
export const FIRST_CONTENT_TERM = 1_024;

export const isContent = (term: number): boolean => term >= FIRST_CONTENT_TERM;

/**
 * The words of a text as 24-bit hashes, in their order, so that a phrase can be found. `SENTENCE_END` and `COMMA`
 * lie between them.
 */
export type Terms = {
  title: Uint32Array;
  body: Uint32Array;
  /** English words for Japanese ones: those of the title, then of the body; each at most twice. */
  title_glosses: Uint32Array;
  body_glosses: Uint32Array;
  /** For a keyword, how much each word of the title, then of its glosses, says about the subject: 0 to 255. Empty for an article. */
  weights: Uint8Array;
  /** True for a keyword in quotation marks: only the phrase itself matches. */
  is_exact: boolean;
};

/** Returns the terms of a text without words. */
export const noTerms = (): Terms => ({
  title: new Uint32Array(),
  body: new Uint32Array(),
  title_glosses: new Uint32Array(),
  body_glosses: new Uint32Array(),
  weights: new Uint8Array(),
  is_exact: false,
});

import type { MachineKind } from '../../contract/index.ts';

/** The text that a model wrote in one call, and the tokens of that call. */
export type ModelText = {
  text: string;
  /** Null if the model does not tell. */
  tokens: { input: number; output: number } | null;
};

/** A model that writes texts. */
export type TextModel = {
  /** Its name, as readers see it. */
  name: string;
  /** Billionths of a USD for each token that it reads and writes. */
  price: { input: number; output: number };
  /** The most billionths of a USD that it may cost in a calendar month. */
  monthly_limit: number;
  /** Milliseconds after which a call is given up. */
  timeout_ms: number;
  /**
   * Asks once. `instructions` are ours, `text` is data of others.
   * @param mostTokens - the longest answer
   * @throws ModelCallError
   */
  ask: (request: { instructions: string; text: string; mostTokens: number }) => Promise<ModelText>;
};

/** Identifies a text that a model made: of an article, and of all that it depends on. */
export type MachineTextKey = { article_id: string; version: string };

/** A text that a model wrote of an article, for all readers who see the same text of the article. */
export type MachineText = {
  kind: MachineKind;
  /** Plain text. */
  paragraphs: string[];
  model: string;
  made_at: string;
  /** Billionths of a USD. */
  cost: number;
  /** In seconds since 1970. */
  ttl: number;
};

export type MachineTextStore = {
  /** Returns the text, or `claimed` while somebody makes it; null if neither. A claim ends by itself. */
  get: (key: MachineTextKey, now: string) => Promise<MachineText | 'claimed' | null>;
  /** Takes the right to make a text until a time. Returns false if it is made, or another has the right. */
  claim: (
    key: MachineTextKey,
    claim: { owner: string; now: string; until: string; ttl: number },
  ) => Promise<boolean>;
  /** Gives a claim back. Does nothing if the owner has it no longer. */
  release: (key: MachineTextKey, owner: string) => Promise<void>;
  /** Stores a text, and ends the claim. */
  put: (key: MachineTextKey, text: MachineText) => Promise<void>;
  /** Returns what the month (`2026-11`) has cost, with what is reserved, in billionths of a USD. */
  costOf: (month: string) => Promise<number>;
  /** Adds to the cost of a month. With a limit it does so only if the sum stays within it, and else returns false. */
  addCost: (month: string, cost: number, options: { limit?: number; ttl: number }) => Promise<boolean>;
};

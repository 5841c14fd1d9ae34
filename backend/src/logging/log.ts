type Fields = Record<string, unknown>;

/** A log that writes one structured line per call. Powertools' Logger implements it. */
export type Log = {
  info: (message: string, fields: Fields) => void;
  warn: (message: string, fields: Fields) => void;
  error: (message: string, fields: Fields) => void;
};

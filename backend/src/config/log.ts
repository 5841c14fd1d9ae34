type Fields = Record<string, unknown>;

/** One structured line each. Powertools' Logger is one. */
export type Log = {
  info: (message: string, fields: Fields) => void;
  warn: (message: string, fields: Fields) => void;
  error: (message: string, fields: Fields) => void;
};

export type Clock = () => Date;

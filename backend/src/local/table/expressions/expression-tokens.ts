import { ValidationError } from '../items/errors.ts';

export type Token = { kind: 'name' | 'value' | 'word' | 'sign'; text: string };

/** The longest expression that DynamoDB takes, in bytes. */
const LONGEST = 4096;

const tokenPattern =
  /\s*(?:(#[A-Za-z0-9_]+)|(:[A-Za-z0-9_]+)|([A-Za-z_][A-Za-z0-9_]*)|(<>|<=|>=|[(),=<>+.-]))/y;

const isSpace = (text: string) => text.trim() === '';

/**
 * Returns the tokens of an expression.
 * @throws ValidationError for an empty or too long expression, or naming the place where no token begins.
 */
const tokensOf = (text: string): Token[] => {
  if (isSpace(text)) throw new ValidationError('The expression can not be empty');
  if (Buffer.byteLength(text) > LONGEST)
    throw new ValidationError(`Expression size has exceeded the maximum allowed size of ${LONGEST} bytes`);
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  let end = 0;
  for (let match = tokenPattern.exec(text); match !== null; match = tokenPattern.exec(text)) {
    const [, name, value, word, sign] = match;
    end = tokenPattern.lastIndex;
    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (value !== undefined) tokens.push({ kind: 'value', text: value });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  if (!isSpace(text.slice(end)))
    throw new ValidationError(`Syntax error near "${text.slice(end, end + 20).trim()}"`);
  return tokens;
};

/** Creates a reader that reads tokens one after the other and records the placeholders it meets. */
export const createReader = (text: string) => {
  const tokens = tokensOf(text);
  const names = new Set<string>();
  const values = new Set<string>();
  let at = 0;

  const fail = (): never => {
    const token = tokens[at];
    throw new ValidationError(
      token === undefined ? 'Syntax error at the end of the expression' : `Syntax error near "${token.text}"`,
    );
  };
  const peek = (): Token | undefined => tokens[at];
  const isNext = (text: string) => {
    const token = tokens[at];
    if (token === undefined || token.kind === 'name' || token.kind === 'value') return false;
    return token.kind === 'sign' ? token.text === text : token.text.toUpperCase() === text;
  };

  return {
    names,
    values,
    fail,
    peek,
    isNext,
    isAtEnd: () => at === tokens.length,
    /** Steps over this keyword or sign and returns true if it is next. Keywords are in capitals. */
    take: (text: string): boolean => {
      if (!isNext(text)) return false;
      at += 1;
      return true;
    },
    need: (text: string): void => {
      if (!isNext(text)) fail();
      at += 1;
    },
    /**
     * Reads the next token and returns its text.
     * @throws ValidationError if it is not a placeholder of this kind.
     */
    placeholder: (kind: 'name' | 'value'): string => {
      const token = tokens[at];
      if (token?.kind !== kind) return fail();
      at += 1;
      (kind === 'name' ? names : values).add(token.text);
      return token.text;
    },
    /**
     * Reads the next token and returns its name. The case of the name matters.
     * @throws ValidationError if it is not one of these functions.
     */
    functionName: <Name extends string>(known: readonly Name[]): Name => {
      const found = known.find((name) => tokens[at]?.kind === 'word' && tokens[at]?.text === name);
      if (found === undefined) return fail();
      at += 1;
      return found;
    },
  };
};

export type TokenReader = ReturnType<typeof createReader>;

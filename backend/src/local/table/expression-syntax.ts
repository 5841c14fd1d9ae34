import { ValidationError } from './values.ts';

type Token = { kind: 'name' | 'value' | 'word' | 'sign'; text: string };

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
const createReader = (text: string) => {
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

type TokenReader = ReturnType<typeof createReader>;

/*
 * The part of DynamoDB's expression language that the stores use. Everything else is refused, so that no request passes
 * on a laptop that DynamoDB would refuse. Attributes are named only by `#` placeholders, so no list of reserved words
 * is needed.
 */

/** The placeholders of the attribute names from the item down to a member of its maps. */
export type Path = string[];

export type Operand = { kind: 'path'; path: Path } | { kind: 'value'; text: string };
type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  | { kind: 'compare'; comparator: Comparator; left: Operand; right: Operand }
  | { kind: 'in'; operand: Operand; list: Operand[] }
  | { kind: 'attribute_exists' | 'attribute_not_exists'; path: Path }
  | { kind: 'begins_with'; path: Path; prefix: string };

export type SetValue =
  | { kind: 'operand'; operand: Operand }
  | { kind: 'if_not_exists'; path: Path; otherwise: Operand }
  | { kind: 'sum' | 'difference'; left: Operand; right: Operand };

type Update = {
  set: { path: Path; value: SetValue }[];
  remove: Path[];
  add: { path: Path; value: string }[];
};

/** The syntax tree of an expression and the placeholders in it. */
export type Parsed<T> = { tree: T; names: ReadonlySet<string>; values: ReadonlySet<string> };

const comparators = ['=', '<>', '<=', '>=', '<', '>'] as const;
const MOST_IN_LIST = 100;

const pathOf = (reader: TokenReader): Path => {
  const path = [reader.placeholder('name')];
  while (reader.take('.')) path.push(reader.placeholder('name'));
  return path;
};

const operand = (reader: TokenReader): Operand =>
  reader.peek()?.kind === 'value'
    ? { kind: 'value', text: reader.placeholder('value') }
    : { kind: 'path', path: pathOf(reader) };

const isSame = (a: Operand, b: Operand): boolean =>
  a.kind === 'value' || b.kind === 'value'
    ? a.kind === b.kind && 'text' in a && 'text' in b && a.text === b.text
    : a.path.join('.') === b.path.join('.');

const functionCall = (reader: TokenReader): Condition => {
  const kind = reader.functionName(['attribute_exists', 'attribute_not_exists', 'begins_with']);
  reader.need('(');
  const path = pathOf(reader);
  if (kind === 'begins_with') reader.need(',');
  const condition: Condition =
    kind === 'begins_with' ? { kind, path, prefix: reader.placeholder('value') } : { kind, path };
  reader.need(')');
  return condition;
};

const comparison = (reader: TokenReader): Condition => {
  const left = operand(reader);
  if (reader.take('IN')) {
    reader.need('(');
    const list = [operand(reader)];
    while (reader.take(',')) list.push(operand(reader));
    reader.need(')');
    if (list.length > MOST_IN_LIST) throw new ValidationError(`IN takes ${MOST_IN_LIST} operands at most`);
    return { kind: 'in', operand: left, list };
  }
  const comparator = comparators.find((sign) => reader.take(sign));
  if (comparator === undefined) return reader.fail();
  const right = operand(reader);
  if (isSame(left, right))
    throw new ValidationError('The first operand must be distinct from the remaining operands');
  return { kind: 'compare', comparator, left, right };
};

const term = (reader: TokenReader): Condition => {
  if (reader.take('(')) {
    // DynamoDB refuses a pair of parentheses that contains only another pair.
    const isDouble = reader.isNext('(');
    const inner = disjunction(reader);
    if (isDouble && inner.isWhole) throw new ValidationError('The expression has redundant parentheses');
    reader.need(')');
    return inner.condition;
  }
  return reader.peek()?.kind === 'word' ? functionCall(reader) : comparison(reader);
};

const joined = (kind: 'and' | 'or', parts: Condition[]): Condition =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind, parts };

const conjunction = (reader: TokenReader): { condition: Condition; isWhole: boolean } => {
  const parts = [term(reader)];
  while (reader.take('AND')) parts.push(term(reader));
  return { condition: joined('and', parts), isWhole: parts.length === 1 };
};

/** Parses a condition. `isWhole` is true if the condition is a single term without AND or OR. */
const disjunction = (reader: TokenReader): { condition: Condition; isWhole: boolean } => {
  const first = conjunction(reader);
  const parts = [first.condition];
  while (reader.take('OR')) parts.push(conjunction(reader).condition);
  return { condition: joined('or', parts), isWhole: parts.length === 1 && first.isWhole };
};

const setValue = (reader: TokenReader): SetValue => {
  if (reader.peek()?.kind === 'word') {
    reader.functionName(['if_not_exists']);
    reader.need('(');
    const path = pathOf(reader);
    reader.need(',');
    const otherwise = operand(reader);
    reader.need(')');
    return { kind: 'if_not_exists', path, otherwise };
  }
  const left = operand(reader);
  if (reader.take('+')) return { kind: 'sum', left, right: operand(reader) };
  if (reader.take('-')) return { kind: 'difference', left, right: operand(reader) };
  return { kind: 'operand', operand: left };
};

const list = <T>(reader: TokenReader, element: () => T): T[] => {
  const elements = [element()];
  while (reader.take(',')) elements.push(element());
  return elements;
};

const updateClauses = (reader: TokenReader): Update => {
  const update: Update = { set: [], remove: [], add: [] };
  const used = new Set<string>();
  const once = (clause: string): true => {
    if (used.has(clause)) throw new ValidationError(`The "${clause}" section can only be used once`);
    used.add(clause);
    return true;
  };
  while (!reader.isAtEnd()) {
    if (reader.take('SET') && once('SET'))
      update.set = list(reader, () => {
        const path = pathOf(reader);
        reader.need('=');
        return { path, value: setValue(reader) };
      });
    else if (reader.take('REMOVE') && once('REMOVE')) update.remove = list(reader, () => pathOf(reader));
    else if (reader.take('ADD') && once('ADD'))
      update.add = list(reader, () => ({
        path: pathOf(reader),
        value: reader.placeholder('value'),
      }));
    else reader.fail();
  }
  return update;
};

const CACHED = 500;

/** Returns a parser that parses each text once. The stores send the same few dozen expressions again and again. */
const cached = <T>(parse: (reader: TokenReader) => T) => {
  const known = new Map<string, Parsed<T>>();
  return (text: string): Parsed<T> => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const reader = createReader(text);
    const tree = parse(reader);
    if (!reader.isAtEnd()) reader.fail();
    const parsed = { tree, names: reader.names, values: reader.values };
    if (known.size === CACHED) known.clear();
    known.set(text, parsed);
    return parsed;
  };
};

export const parseCondition = cached((reader) => disjunction(reader).condition);
export const parseUpdate = cached(updateClauses);
/** Parses a projection: a list of attribute placeholders. */
export const parseProjection = cached((reader) => list(reader, () => reader.placeholder('name')));

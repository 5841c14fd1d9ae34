import fc from 'fast-check';
import { indexes } from '../../../src/storage/table/keys.ts';
import { anyCharacter } from '../samples/any-character.ts';

/** Generates random requests over few keys and attributes, so that they collide. Most are valid, some have an error. */

type Operation = 'get' | 'put' | 'update' | 'delete' | 'query' | 'batchGet' | 'batchWrite';
export type Request = { operation: Operation; input: Record<string, unknown> };

/**
 * A text a little longer than a write unit (1,024 bytes). DynamoDB Local bills an index row 100 bytes more than the row
 * holds, which DynamoDB does not. Rows with one, two or more of these texts and the other attributes never end within
 * the last 100 bytes of a unit, so both bill the same.
 */
const longText = 'long '.repeat(220);
const text = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'ab', 'b', 'é', '日本', '\u{1F600}', '\uFFFD', longText),
  fc
    .string({ maxLength: 12, unit: anyCharacter })
    .filter((made) => made.isWellFormed() && !made.includes('\0')),
);
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.1, 1e21, 1e-7, 123456789.125, 2 ** 53 - 1, 1e125, 1e-129, 1e-131, 1e127),
  fc.integer(),
  fc.double({ noNaN: true, min: -1e15, max: 1e15 }).filter((n) => n === 0 || Math.abs(n) > 1e-100),
);
const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: number },
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 8 }),
);
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('x', 'y', '$b', '$', 'z z'), scalar, { maxKeys: 3 }),
  {
    weight: 1,
    arbitrary: fc.constantFrom(undefined, { x: { y: { z: [1, { w: 'deep' }] } } }, [[], [{}]], {}),
  },
);

const partition = fc.constantFrom('P1', 'P2');
const sort = fc.constantFrom('S#1', 'S#2', 'S#3', 'T#1', 'é#1', '\u{1F600}', '\uFFFD#', 'S#');
const key = fc.record({ PK: partition, SK: sort });
const wrongKey = fc.constantFrom<Record<string, unknown>>(
  { PK: '', SK: 'S#1' },
  { PK: 'P1' },
  { PK: 'P1', SK: 1 },
  { PK: 'P1', SK: 'S#1', a: 1 },
  { PK: 'P1', SK: 'x'.repeat(1025) },
  { PK: 'x'.repeat(2049), SK: 'S#1' },
);
const someKey = fc.oneof({ weight: 12, arbitrary: key as fc.Arbitrary<Record<string, unknown>> }, wrongKey);

const attributes = ['a', 'b', 'm', 'title', 'ttl', 'is_read', 'expires_at'] as const;
/** An attribute with whole numbers or with a non-number. Stores never add fractions, so none are tested. */
const countAttribute = 'count';
/** Returns the value, or a small whole number in the place of any number. */
const withoutFraction = (made: unknown) => (typeof made === 'number' ? Math.trunc(made % 1000) : made);
const indexAttributes = Object.values(indexes);
const indexKey = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('U#1', 'U#2', 'R#1', 'U#\u{1F600}', 'U#') },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('', 7, 'x'.repeat(1025)) },
);

const item = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...attributes), value, { maxKeys: 5 }),
    fc.dictionary(fc.constantFrom(...indexAttributes), indexKey, { maxKeys: 3 }),
    fc.constantFrom(0, 0, 0, 0, 0, 900, 1100, 5000, 120_000, 409_700),
    fc.constantFrom<unknown>(undefined, 0, 1, -7, 'no number'),
  )
  .map(([plain, keys, padding, count]) => ({
    ...plain,
    ...keys,
    ...(count === undefined ? {} : { [countAttribute]: count }),
    ...(padding > 0 ? { padding: 'p'.repeat(padding) } : {}),
  }));

/** Appends the item's sort key to index keys, as the stores do, because DynamoDB does not order equal index keys. */
const withOwnKeys = (made: Record<string, unknown>, { SK }: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(made).map(([name, given]) => [
      name,
      typeof given === 'string' && /^[UR]#.{0,2}$/u.test(given) && typeof SK === 'string'
        ? `${given}|${SK}`
        : given,
    ]),
  );

/** An expression with its placeholders. In an invalid one, some are missing or unused. */
type Made = { text: string; names: Record<string, string>; values: Record<string, unknown> };

const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(...attributes)
      .map((name) => ({ text: `#${name}`, names: { [`#${name}`]: name } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('x', 'y')
      .map((name) => ({ text: `#m.#${name}`, names: { '#m': 'm', [`#${name}`]: name } })),
  },
);

const operandNamed = (placeholder: string, given: fc.Arbitrary<unknown>) =>
  given.map((made) => ({
    text: placeholder,
    names: {},
    values: made === undefined ? {} : { [placeholder]: made },
  }));

const atom = (at: number): fc.Arbitrary<Made> => {
  const literal = operandNamed(`:v${at}`, fc.oneof({ weight: 5, arbitrary: scalar }, value));
  return fc.oneof(
    fc.tuple(path, fc.constantFrom('=', '<>', '<', '<=', '>', '>='), literal).map(([left, sign, right]) => ({
      text: `${left.text} ${sign} ${right.text}`,
      names: left.names,
      values: right.values,
    })),
    fc.tuple(path, path, fc.constantFrom('=', '<>', '<')).map(([left, right, sign]) => ({
      text: `${left.text} ${sign} ${right.text}`,
      names: { ...left.names, ...right.names },
      values: {},
    })),
    fc
      .tuple(path, fc.constantFrom('attribute_exists', 'attribute_not_exists'))
      .map(([{ text: name, names }, call]) => ({
        text: `${call}(${name})`,
        names,
        values: {},
      })),
    fc.tuple(path, literal).map(([{ text: name, names }, { text: prefix, values }]) => ({
      text: `begins_with(${name}, ${prefix})`,
      names,
      values,
    })),
    fc.tuple(path, literal, operandNamed(`:w${at}`, scalar)).map(([{ text: name, names }, one, two]) => ({
      text: `${name} IN (${one.text}, ${two.text})`,
      names,
      values: { ...one.values, ...two.values },
    })),
  );
};

const merged = (parts: Made[], text: string): Made => ({
  text,
  names: Object.assign({}, ...parts.map(({ names }) => names)),
  values: Object.assign({}, ...parts.map(({ values }) => values)),
});

const condition: fc.Arbitrary<Made> = fc.oneof(
  { weight: 4, arbitrary: atom(0) },
  fc
    .tuple(
      atom(0),
      atom(1),
      atom(2),
      fc.constantFrom('& |', '| &', '(|) &', '& (|)', '(&) | ', '((', '()', '& &'),
    )
    .map(([a, b, c, shape]) => {
      const [x, y, z] = [a.text, b.text, c.text];
      const texts: Record<string, string> = {
        '& |': `${x} AND ${y} OR ${z}`,
        '| &': `${x} OR ${y} and ${z}`,
        '(|) &': `(${x} OR ${y}) AND ${z}`,
        '& (|)': `${x} AND (${y} OR ${z})`,
        '(&) | ': `((${x}) AND (${y})) OR (${z})`,
        '((': `((${x})) AND ${y} OR ${z}`,
        '()': `(${x}) AND ${y} OR ${z}`,
        '& &': `${x} AND ${y} AND ${z}`,
      };
      return merged([a, b, c], texts[shape] ?? x);
    }),
  fc.constantFrom<Made>(
    { text: '', names: {}, values: {} },
    { text: '#a', names: { '#a': 'a' }, values: {} },
    { text: '#a = :v0 AND', names: { '#a': 'a' }, values: { ':v0': 1 } },
    { text: '#a == :v0', names: { '#a': 'a' }, values: { ':v0': 1 } },
    { text: 'attribute_exists(:v0)', names: {}, values: { ':v0': 'a' } },
    { text: 'Attribute_exists(#a)', names: { '#a': 'a' }, values: {} },
  ),
);

const update: fc.Arbitrary<Made> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...attributes, countAttribute, countAttribute, ...indexAttributes), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(value, { minLength: 4, maxLength: 4 }),
        fc.array(fc.constantFrom('set', 'set', 'initial', 'plus', 'add', 'remove', 'copy'), {
          minLength: 4,
          maxLength: 4,
        }),
        fc.integer({ min: -5, max: 5 }),
      )
      .map(([names, given, how, step]) => {
        const values: Record<string, unknown> = {};
        const literal = (made: unknown, at: number) => {
          values[`:v${at}`] = made === undefined ? 'given' : made;
          return `:v${at}`;
        };
        const clauses: Record<'SET' | 'ADD' | 'REMOVE', string[]> = { SET: [], ADD: [], REMOVE: [] };
        names.forEach((name, at) => {
          const isKey = indexAttributes.some((attribute) => attribute === name);
          const member = name === countAttribute ? withoutFraction(given[at]) : given[at];
          const made = isKey ? `U#${at}` : member;
          // DynamoDB Local accepts a number as an index key, but DynamoDB itself refuses it. Use only text here.
          if (how[at] === 'set' || (isKey && how[at] !== 'remove'))
            clauses.SET.push(`#${name} = ${literal(made, at)}`);
          else if (how[at] === 'initial')
            clauses.SET.push(`#${name} = if_not_exists(#${name}, ${literal(made, at)})`);
          else if (how[at] === 'plus' && name === countAttribute)
            clauses.SET.push(`#${name} = #${name} + ${literal(step, at)}`);
          else if (how[at] === 'add' && name === countAttribute)
            clauses.ADD.push(`#${name} ${literal(step, at)}`);
          else if (how[at] === 'copy' && name !== countAttribute)
            clauses.SET.push(`#${name} = #${names[0] ?? name}`);
          else clauses.REMOVE.push(`#${name}`);
        });
        return {
          text: Object.entries(clauses)
            .filter(([, list]) => list.length > 0)
            .map(([clause, list]) => `${clause} ${list.join(', ')}`)
            .join(' '),
          names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
          values,
        };
      }),
  },
  fc.constantFrom<Made>(
    { text: 'SET #m.#x = :v', names: { '#m': 'm', '#x': 'x' }, values: { ':v': 'inner' } },
    { text: 'SET #m.#x.#y = :v', names: { '#m': 'm', '#x': 'x', '#y': 'y' }, values: { ':v': 'inner' } },
    { text: 'REMOVE #m.#x', names: { '#m': 'm', '#x': 'x' }, values: {} },
    { text: 'SET #m.#x = :v, #m = :w', names: { '#m': 'm', '#x': 'x' }, values: { ':v': 1, ':w': {} } },
    { text: 'SET #pk = :v', names: { '#pk': 'PK' }, values: { ':v': 'P3' } },
    { text: 'SET #a = :v REMOVE #a', names: { '#a': 'a' }, values: { ':v': 1 } },
    { text: 'SET #a = :v SET #b = :v', names: { '#a': 'a', '#b': 'b' }, values: { ':v': 1 } },
    { text: 'ADD #a :v', names: { '#a': 'a' }, values: { ':v': 'no number' } },
    { text: 'SET #a = :v + :w', names: { '#a': 'a' }, values: { ':v': 1, ':w': true } },
    { text: 'REMOVE', names: {}, values: {} },
    { text: '', names: {}, values: {} },
  ),
);

const flaw = fc.constantFrom(
  ...Array.from({ length: 14 }, () => 'none'),
  'unused name',
  'unused value',
  'missing name',
);

/** Returns the placeholders of several expressions, sometimes with one too many or one missing. */
const placeholders = (parts: Made[], wrong: string): Record<string, unknown> => {
  const { names, values } = merged(parts, '');
  if (wrong === 'unused name') names['#unused'] = 'unused';
  if (wrong === 'unused value') values[':unused'] = 1;
  if (wrong === 'missing name') delete names[Object.keys(names)[0] ?? ''];
  return {
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
};

const maybe = <T>(made: fc.Arbitrary<T>) => fc.option(made, { nil: null, freq: 2 });

const put: fc.Arbitrary<Request> = fc
  .tuple(someKey, item, maybe(condition), flaw)
  .map(([given, attributesMade, when, wrong]) => ({
    operation: 'put',
    input: {
      Item: { ...withOwnKeys(attributesMade, given), ...given },
      ...(when === null ? {} : { ConditionExpression: when.text, ...placeholders([when], wrong) }),
    },
  }));

const updates: fc.Arbitrary<Request> = fc
  .tuple(someKey, update, maybe(condition), flaw, fc.boolean())
  .map(([Key, change, when, wrong, isAnswered]) => ({
    operation: 'update',
    input: {
      Key,
      UpdateExpression: change.text,
      ...(when === null ? {} : { ConditionExpression: when.text }),
      // Both expressions number their placeholders from 0, so one value may replace the other.
      ...placeholders(
        (when === null ? [change] : [when, change]).map((made) => ({
          ...made,
          values: withOwnKeys(made.values, Key),
        })),
        wrong,
      ),
      ...(isAnswered ? { ReturnValues: 'ALL_NEW' } : {}),
    },
  }));

const deletes: fc.Arbitrary<Request> = fc
  .tuple(someKey, maybe(condition), flaw)
  .map(([Key, when, wrong]) => ({
    operation: 'delete',
    input: {
      Key,
      ...(when === null ? {} : { ConditionExpression: when.text, ...placeholders([when], wrong) }),
    },
  }));

const gets: fc.Arbitrary<Request> = fc
  .tuple(someKey, fc.boolean())
  .map(([Key, ConsistentRead]) => ({ operation: 'get', input: { Key, ConsistentRead } }));

const start = fc.oneof(
  fc
    .record({ PK: partition, SK: sort, at: fc.constantFrom('U#1', 'R#1', 'U#') })
    .map(({ at, ...given }) => ({ ...given, at: `${at}|${given.SK}` })),
  fc.constantFrom<Record<string, unknown>>({ PK: 'P1' }, { PK: 'P1', SK: 'S#2', more: 'x', at: 'U#1' }),
);

const queries: fc.Arbitrary<Request> = fc
  .tuple(
    partition,
    maybe(fc.constantFrom('S#', 'S', 'T#', 'é', '\u{1F600}', '\uFFFD', 'U#', 'R', '')),
    maybe(fc.constantFrom('by-time', 'by-importance', 'by-feed', 'saved', 'by-nothing')),
    maybe(condition),
    maybe(
      fc.uniqueArray(fc.constantFrom('PK', 'SK', 'a', 'title', 'is_read'), { minLength: 1, maxLength: 3 }),
    ),
    fc.record({
      Limit: fc.constantFrom(undefined, undefined, 1, 2, 5, 0),
      ScanIndexForward: fc.constantFrom(undefined, true, false),
      ConsistentRead: fc.constantFrom(undefined, true, false),
      Select: fc.constantFrom(undefined, undefined, undefined, 'COUNT'),
    }),
    fc.tuple(maybe(start), flaw),
  )
  .map(([PK, prefix, index, filter, projected, options, [after, wrong]]) => {
    const sortKey = index === null ? 'SK' : ((indexes as Record<string, string>)[index] ?? 'nothing');
    const conditions: Made =
      prefix === null
        ? { text: '#pk = :pk', names: { '#pk': 'PK' }, values: { ':pk': PK } }
        : {
            text: '#pk = :pk AND begins_with(#sk, :prefix)',
            names: { '#pk': 'PK', '#sk': sortKey },
            values: { ':pk': PK, ':prefix': prefix },
          };
    const projection: Made = {
      text: (projected ?? []).map((name) => `#p_${name}`).join(', '),
      names: Object.fromEntries((projected ?? []).map((name) => [`#p_${name}`, name])),
      values: {},
    };
    // Request only attributes that the index projects. DynamoDB fetches others from the table, which no store needs.
    const isFiltered = filter !== null && index === null;
    const { at, ...startKey } = (after ?? {}) as Record<string, unknown>;
    const isProjected = projected !== null && index === null;
    const ExclusiveStartKey = index === null ? startKey : { ...startKey, [sortKey]: at };
    return {
      operation: 'query',
      input: {
        KeyConditionExpression: conditions.text,
        ...(index === null ? {} : { IndexName: index }),
        ...(isFiltered ? { FilterExpression: filter.text } : {}),
        ...(isProjected ? { ProjectionExpression: projection.text } : {}),
        ...placeholders(
          [conditions, ...(isFiltered ? [filter] : []), ...(isProjected ? [projection] : [])],
          wrong,
        ),
        ...Object.fromEntries(Object.entries(options).filter(([, given]) => given !== undefined)),
        ...(after === null ? {} : { ExclusiveStartKey }),
      },
    };
  });

const batchGets: fc.Arbitrary<Request> = fc
  .tuple(fc.array(someKey, { maxLength: 4 }), fc.boolean())
  .map(([Keys, ConsistentRead]) => ({
    operation: 'batchGet',
    input: { requests: { Keys, ConsistentRead } },
  }));

const batchWrites: fc.Arbitrary<Request> = fc
  .array(fc.tuple(someKey, item, fc.boolean()), { maxLength: 4 })
  .map((list) => ({
    operation: 'batchWrite',
    input: {
      requests: list.map(([Key, made, isPut]) =>
        isPut ? { PutRequest: { Item: { ...withOwnKeys(made, Key), ...Key } } } : { DeleteRequest: { Key } },
      ),
    },
  }));

export const requests = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: put },
    { weight: 5, arbitrary: updates },
    { weight: 2, arbitrary: deletes },
    { weight: 1, arbitrary: gets },
    { weight: 4, arbitrary: queries },
    { weight: 1, arbitrary: batchGets },
    { weight: 2, arbitrary: batchWrites },
  ),
  { minLength: 4, maxLength: 10, size: 'max' },
);

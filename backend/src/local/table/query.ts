import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { itemSize } from '../../storage/table/items.ts';
import { indexes, primaryKey, projectedAttributes, type IndexName } from '../../storage/table/keys.ts';
import { ValidationError, type NamedPath, cleanItem, type Attributes, itemKey } from './values.ts';
import { conditionOf, createScope, pick, projectionOf, type Scope } from './expressions.ts';
import { parseCondition, type Condition } from './expression-syntax.ts';
import type { RangeQuery, Rows } from './rows.ts';

/** The number of bytes after which DynamoDB ends a page. */
const LARGEST_PAGE = 1024 * 1024;

/**
 * Returns the attributes that an index holds of an item: its keys and the projected attributes. Returns null if the
 * item is not in the index.
 */
export const indexRow = (item: Attributes, attribute: string): Attributes | null =>
  Object.hasOwn(item, attribute)
    ? pick(item, [primaryKey.partition, primaryKey.sort, attribute, ...projectedAttributes])
    : null;

type Conditions = { partition: string; prefix: string };

const isIndex = (name: string): name is IndexName => Object.hasOwn(indexes, name);

const indexOf = (name: string | undefined): IndexName | null => {
  if (name === undefined) return null;
  if (!isIndex(name)) throw new ValidationError(`The table does not have the specified index: ${name}`);
  return name;
};

const isPathOf = (path: NamedPath, name: string) => path.length === 1 && path[0] === name;

const keyText = (value: unknown, name: string): string => {
  if (typeof value !== 'string') throw new ValidationError(`The key condition on ${name} needs a string`);
  if (value === '') throw new ValidationError(`The key condition on ${name} must not be an empty string`);
  return value;
};

/**
 * Parses the key condition. It must be `#pk = :pk`, with or without `AND begins_with(#sk, :prefix)`: the stores send no
 * other.
 */
const keyConditions = (text: string | undefined, scope: Scope, sortKey: string): Conditions => {
  if (text === undefined) throw new ValidationError('A query needs a KeyConditionExpression');
  const condition = scope.use(parseCondition(text));
  const parts: Condition[] = condition.kind === 'and' ? condition.parts : [condition];
  let partition: string | null = null;
  let prefix: string | null = null;
  for (const part of parts) {
    if (part.kind === 'compare' && part.comparator === '=' && part.left.kind === 'path') {
      const isPartition = isPathOf(scope.path(part.left.path), primaryKey.partition);
      if (isPartition && part.right.kind === 'value' && partition === null) {
        partition = keyText(scope.value(part.right.text), primaryKey.partition);
        continue;
      }
    }
    if (part.kind === 'begins_with' && isPathOf(scope.path(part.path), sortKey) && prefix === null) {
      prefix = keyText(scope.value(part.prefix), sortKey);
      continue;
    }
    throw new ValidationError('Query key condition not supported');
  }
  if (partition === null) throw new ValidationError('Query condition missed key schema element: PK');
  return { partition, prefix: prefix ?? '' };
};

const startOf = (
  given: unknown,
  index: IndexName | null,
  { partition, prefix }: Conditions,
): RangeQuery['after'] => {
  if (given === undefined) return null;
  const start = cleanItem(given);
  const names = [primaryKey.partition, primaryKey.sort, ...(index === null ? [] : [indexes[index]])];
  const key = itemKey(start);
  const sort = start[index === null ? primaryKey.sort : indexes[index]];
  if (Object.keys(start).length !== names.length || typeof sort !== 'string')
    throw new ValidationError('The provided starting key is invalid');
  if (key.PK !== partition || !sort.startsWith(prefix))
    throw new ValidationError(
      'The provided starting key is outside query boundaries based on provided conditions',
    );
  return { sort, itemSort: key.SK };
};

const checkOptions = (input: QueryCommandInput): void => {
  const { Limit, Select, ProjectionExpression } = input;
  if (Limit !== undefined && (!Number.isInteger(Limit) || Limit < 1))
    throw new ValidationError('Limit must be greater than or equal to 1');
  if (Select !== undefined && Select !== 'COUNT')
    throw new ValidationError(`Select ${Select} is not supported`);
  if (Select === 'COUNT' && ProjectionExpression !== undefined)
    throw new ValidationError('Cannot specify the ProjectionExpression when choosing to get only the Count');
};

/**
 * Creates what counts the bytes of a page. An index's row is at most as large as its item, whose size is known, so that rows are measured
 * only where it matters.
 */
const createPageSize = (isIndex: boolean) => {
  const unmeasured: Attributes[] = [];
  let most = 0;
  let measured = 0;
  const bytes = (): number => {
    if (!isIndex) return most;
    for (const row of unmeasured.splice(0)) measured += itemSize(row);
    return measured;
  };
  return {
    add: (row: Attributes, itemBytes: number): void => {
      most += itemBytes;
      if (isIndex) unmeasured.push(row);
    },
    isFull: (): boolean => most >= LARGEST_PAGE && bytes() >= LARGEST_PAGE,
    bytes,
  };
};

/** Runs a query. Returns its answer, and what counts the bytes that it read. */
export const runQuery = (rows: Rows, input: QueryCommandInput) => {
  checkOptions(input);
  const index = indexOf(input.IndexName);
  const attribute = index === null ? null : indexes[index];
  const scope = createScope(input);
  const conditions = keyConditions(input.KeyConditionExpression, scope, attribute ?? primaryKey.sort);
  const passes = conditionOf(input.FilterExpression, scope);
  const project = projectionOf(input.ProjectionExpression, scope);
  scope.finish();
  const after = startOf(input.ExclusiveStartKey, index, conditions);

  const limit = input.Limit ?? null;
  const found: Attributes[] = [];
  let last: Attributes | null = null;
  let read = 0;
  let matched = 0;
  let hasStopped = false;
  const page = createPageSize(attribute !== null);
  const range = { ...conditions, index, isDescending: input.ScanIndexForward === false, after, limit };
  rows.visit(range, ({ item, size }) => {
    const row = attribute === null ? item : (indexRow(item, attribute) ?? {});
    page.add(row, size);
    read += 1;
    last = row;
    if (passes(row)) {
      matched += 1;
      if (input.Select !== 'COUNT') found.push(project(row));
    }
    hasStopped = read === limit || page.isFull();
    return !hasStopped;
  });
  const keyNames = [primaryKey.partition, primaryKey.sort, ...(attribute === null ? [] : [attribute])];
  return {
    answer: {
      ...(input.Select === 'COUNT' ? {} : { Items: found }),
      Count: matched,
      ScannedCount: read,
      ...(hasStopped && last !== null ? { LastEvaluatedKey: pick(last, keyNames) } : {}),
    },
    bytes: page.bytes,
  };
};

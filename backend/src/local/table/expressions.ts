import {
  ValidationError,
  refuseOverlaps,
  valueAt,
  withValueAt,
  type NamedPath,
  areEqual,
  cleanValue,
  compareValues,
  define,
  typeOf,
  type Attributes,
  type Value,
} from './values.ts';
import {
  parseCondition,
  parseProjection,
  parseUpdate,
  type Condition,
  type Operand,
  type Parsed,
  type Path,
  type SetValue,
} from './expression-syntax.ts';

/** The expressions of a request, and the names and values of their placeholders. */
export type ExpressionInput = {
  ConditionExpression?: string | undefined;
  FilterExpression?: string | undefined;
  KeyConditionExpression?: string | undefined;
  ProjectionExpression?: string | undefined;
  UpdateExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
};

/**
 * Creates a resolver for the placeholders of one request. Its `finish` refuses placeholders that no expression used, as
 * DynamoDB does.
 */
export const createScope = (input: ExpressionInput) => {
  const names = new Map(Object.entries(input.ExpressionAttributeNames ?? {}));
  const values = new Map(
    Object.entries(input.ExpressionAttributeValues ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([placeholder, value]) => [placeholder, cleanValue(value)]),
  );
  const used = new Set<string>();
  if (input.ExpressionAttributeNames !== undefined && names.size === 0)
    throw new ValidationError('ExpressionAttributeNames must not be empty');
  if (input.ExpressionAttributeValues !== undefined && values.size === 0)
    throw new ValidationError('ExpressionAttributeValues must not be empty');

  const name = (placeholder: string): string => {
    const found = names.get(placeholder);
    if (found === undefined)
      throw new ValidationError(`An expression attribute name is not defined: ${placeholder}`);
    if (found === '')
      throw new ValidationError(`ExpressionAttributeNames has an empty name for ${placeholder}`);
    return found;
  };
  const value = (placeholder: string): Value => {
    const found = values.get(placeholder);
    if (found === undefined)
      throw new ValidationError(`An expression attribute value is not defined: ${placeholder}`);
    return found;
  };

  return {
    path: (placeholders: Path): NamedPath => placeholders.map(name),
    value,
    /** Resolves every placeholder of an expression, even one that is never evaluated. */
    use: <T>({ tree, names: usedNames, values: usedValues }: Parsed<T>): T => {
      for (const placeholder of usedNames) {
        name(placeholder);
        used.add(placeholder);
      }
      for (const placeholder of usedValues) {
        value(placeholder);
        used.add(placeholder);
      }
      return tree;
    },
    finish: (): void => {
      for (const placeholder of [...names.keys(), ...values.keys()])
        if (!used.has(placeholder))
          throw new ValidationError(`A placeholder is unused in expressions: ${placeholder}`);
    },
  };
};

export type Scope = ReturnType<typeof createScope>;

type Read = (operand: Operand, item: Attributes) => Value | undefined;

const readOperand =
  (scope: Scope): Read =>
  (operand, item) =>
    operand.kind === 'value' ? scope.value(operand.text) : valueAt(item, scope.path(operand.path));

const ordered = new Set(['S', 'N', 'B']);

/**
 * Refuses operands of a type that cannot be ordered or has no prefix. DynamoDB refuses them before it reads any item.
 */
const checkOperands = (condition: Condition, scope: Scope): void => {
  if (condition.kind === 'and' || condition.kind === 'or') {
    for (const part of condition.parts) checkOperands(part, scope);
  } else if (condition.kind === 'compare' && !['=', '<>'].includes(condition.comparator)) {
    for (const operand of [condition.left, condition.right])
      if (operand.kind === 'value' && !ordered.has(typeOf(scope.value(operand.text))))
        throw new ValidationError(
          `Incorrect operand type for operator ${condition.comparator}: ${operand.text}`,
        );
  } else if (condition.kind === 'begins_with') {
    const type = typeOf(scope.value(condition.prefix));
    if (type !== 'S' && type !== 'B')
      throw new ValidationError(`Incorrect operand type for begins_with: ${condition.prefix}`);
  }
};

const beginsWith = (value: Value | undefined, prefix: Value): boolean => {
  if (typeof value === 'string' && typeof prefix === 'string') return value.startsWith(prefix);
  return (
    value instanceof Uint8Array &&
    prefix instanceof Uint8Array &&
    Buffer.compare(value.subarray(0, prefix.length), prefix) === 0
  );
};

const holds = (condition: Condition, item: Attributes, scope: Scope, read: Read): boolean => {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => holds(part, item, scope, read));
    case 'or':
      return condition.parts.some((part) => holds(part, item, scope, read));
    case 'attribute_exists':
      return valueAt(item, scope.path(condition.path)) !== undefined;
    case 'attribute_not_exists':
      return valueAt(item, scope.path(condition.path)) === undefined;
    case 'begins_with':
      return beginsWith(valueAt(item, scope.path(condition.path)), scope.value(condition.prefix));
    case 'in': {
      const value = read(condition.operand, item);
      return condition.list.some((operand) => {
        const other = read(operand, item);
        return value !== undefined && other !== undefined && areEqual(value, other);
      });
    }
    case 'compare': {
      const [left, right] = [read(condition.left, item), read(condition.right, item)];
      if (left === undefined || right === undefined) return condition.comparator === '<>';
      if (condition.comparator === '=') return areEqual(left, right);
      if (condition.comparator === '<>') return !areEqual(left, right);
      const order = compareValues(left, right);
      if (order === null) return false;
      if (order === 0) return condition.comparator.endsWith('=');
      return condition.comparator.startsWith('<') === order < 0;
    }
  }
};

/**
 * Returns a function that checks whether an item passes a condition. Without an expression every item passes. A missing
 * item has no attributes.
 */
export const conditionOf = (text: string | undefined, scope: Scope): ((item: Attributes) => boolean) => {
  if (text === undefined) return () => true;
  const condition = scope.use(parseCondition(text));
  checkOperands(condition, scope);
  const read = readOperand(scope);
  return (item) => holds(condition, item, scope, read);
};

/** Returns a function that keeps only the named attributes of an item, or all of them without an expression. */
export const projectionOf = (text: string | undefined, scope: Scope): ((item: Attributes) => Attributes) => {
  if (text === undefined) return (item) => item;
  const names = scope.use(parseProjection(text)).flatMap((placeholder) => scope.path([placeholder]));
  refuseOverlaps(names.map((name) => [name]));
  return (item) => pick(item, names);
};

export const pick = (item: Attributes, names: readonly string[]): Attributes => {
  const picked: Attributes = {};
  for (const name of names) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    if (value !== undefined) define(picked, name, value);
  }
  return picked;
};

const number = (value: Value | undefined): number => {
  if (value === undefined)
    throw new ValidationError('The expression refers to an attribute that does not exist in the item');
  if (typeof value !== 'number')
    throw new ValidationError('An operand in the update expression has an incorrect data type');
  // DynamoDB adds in decimal. Refuse numbers that JavaScript cannot add exactly.
  if (!Number.isSafeInteger(value)) throw new ValidationError('Only whole numbers are added or subtracted');
  return value;
};

const operandsOf = (value: SetValue): Operand[] =>
  value.kind === 'sum' || value.kind === 'difference' ? [value.left, value.right] : [];

/**
 * Returns a function that changes an item as an update expression says. `keys` are the attributes that no update may
 * name.
 */
export const updateOf = (
  text: string | undefined,
  scope: Scope,
  keys: readonly string[],
): ((item: Attributes) => Attributes) => {
  if (text === undefined) return (item) => item;
  const update = scope.use(parseUpdate(text));
  const changed = [...update.set, ...update.add]
    .map(({ path }) => path)
    .concat(update.remove)
    .map(scope.path);
  refuseOverlaps(changed);
  // DynamoDB evaluates the condition first, so a change of the key is refused only when the update runs.
  const keyChange = changed.find(([name = '']) => keys.includes(name));
  for (const { value } of update.add) requireNumber(scope.value(value));
  for (const operand of update.set.flatMap(({ value }) => operandsOf(value)))
    if (operand.kind === 'value') requireNumber(scope.value(operand.text));
  const read = readOperand(scope);

  const present = (value: Value | undefined): Value => {
    if (value === undefined)
      throw new ValidationError('The expression refers to an attribute that does not exist in the item');
    return value;
  };
  const evaluate = (value: SetValue, item: Attributes): Value => {
    switch (value.kind) {
      case 'operand':
        return present(read(value.operand, item));
      case 'if_not_exists': {
        const before = valueAt(item, scope.path(value.path));
        return before === undefined ? present(read(value.otherwise, item)) : before;
      }
      case 'sum':
        return number(read(value.left, item)) + number(read(value.right, item));
      case 'difference':
        return number(read(value.left, item)) - number(read(value.right, item));
    }
  };

  // Every right side is evaluated on the item as it was before the update.
  return (item) => {
    if (keyChange !== undefined)
      throw new ValidationError(`Cannot update attribute ${keyChange.join('.')}: it is part of the key`);
    let next = item;
    for (const { path, value } of update.set)
      next = withValueAt(next, scope.path(path), evaluate(value, item));
    for (const { path, value } of update.add) {
      const before = valueAt(item, scope.path(path));
      const sum = (before === undefined ? 0 : number(before)) + number(scope.value(value));
      next = withValueAt(next, scope.path(path), sum);
    }
    for (const path of update.remove) next = withValueAt(next, scope.path(path), undefined);
    return next;
  };
};

const requireNumber = (value: Value): void => {
  if (typeof value !== 'number')
    throw new ValidationError(`Incorrect operand type: ${typeOf(value)} where a number is wanted`);
};

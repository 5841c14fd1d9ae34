import { indexes, primaryKey, type Key } from '../../../storage/table/keys.ts';
import { ValidationError } from './errors.ts';
import { cleanItem, type Attributes } from './values.ts';

// The longest keys in bytes: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const LONGEST_PARTITION = 2048;
const LONGEST_SORT = 1024;

/** The key attributes, which no update may change. */
export const keyAttributes: readonly string[] = [primaryKey.partition, primaryKey.sort];

const checkedKey = (value: unknown, name: string, longest: number): string => {
  if (typeof value !== 'string')
    throw new ValidationError(`Type mismatch for key ${name}: it must be a string`);
  if (value === '') throw new ValidationError(`The key ${name} must not be an empty string`);
  const bytes = Buffer.byteLength(value);
  if (bytes > longest)
    throw new ValidationError(
      // These are DynamoDB's words. The stores recognise by them that an item is too large.
      name === primaryKey.partition
        ? `Size of hashkey has exceeded the maximum size limit of ${longest} bytes: ${bytes}`
        : `Aggregated size of all range keys has exceeded the size limit of ${longest} bytes: ${bytes} in ${name}`,
    );
  return value;
};

export const itemKey = (item: Attributes): Key => ({
  PK: checkedKey(item[primaryKey.partition], primaryKey.partition, LONGEST_PARTITION),
  SK: checkedKey(item[primaryKey.sort], primaryKey.sort, LONGEST_SORT),
});

/**
 * Returns the key that a request names.
 * @throws ValidationError unless it has exactly the two key attributes, each a valid key.
 */
export const requestKey = (given: unknown): Key => {
  const key = cleanItem(given);
  if (Object.keys(key).length !== keyAttributes.length)
    throw new ValidationError('The provided key element does not match the schema');
  return itemKey(key);
};

/** Refuses an item whose index keys are not strings, are empty or are too long. */
export const checkIndexKeys = (item: Attributes): void => {
  for (const attribute of Object.values(indexes))
    if (Object.hasOwn(item, attribute)) checkedKey(item[attribute], attribute, LONGEST_SORT);
};

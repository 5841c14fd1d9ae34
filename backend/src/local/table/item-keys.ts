import { indexes, primaryKey, type Key } from '../../storage/keys.ts';
import { ValidationError } from './errors.ts';
import { cleanItem, type Attributes } from './values.ts';

// Bytes of the longest keys: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const LONGEST_PARTITION = 2048;
const LONGEST_SORT = 1024;

/** Attributes that no update may change. */
export const keyAttributes: readonly string[] = [primaryKey.partition, primaryKey.sort];

const checkedKey = (value: unknown, name: string, longest: number): string => {
  if (typeof value !== 'string')
    throw new ValidationError(`Type mismatch for key ${name}: it must be a string`);
  if (value === '') throw new ValidationError(`The key ${name} must not be an empty string`);
  const bytes = Buffer.byteLength(value);
  if (bytes > longest)
    throw new ValidationError(
      // DynamoDB's words, by which the stores know that an item does not fit.
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

/** A key that a request names: the two attributes and nothing else. */
export const requestKey = (given: unknown): Key => {
  const key = cleanItem(given);
  if (Object.keys(key).length !== keyAttributes.length)
    throw new ValidationError('The provided key element does not match the schema');
  return itemKey(key);
};

/** Refuses an item that its indexes cannot hold. */
export const checkIndexKeys = (item: Attributes): void => {
  for (const attribute of Object.values(indexes))
    if (Object.hasOwn(item, attribute)) checkedKey(item[attribute], attribute, LONGEST_SORT);
};

import { isItemError } from './errors.ts';

/**
 * Reads items together, or each alone if one of them cannot be read, so that it does not keep the others from being
 * found. `onFailure` gets the key and the error of one that cannot be read.
 */
export const readEach = async <K, T>(
  keys: K[],
  getMany: (keys: K[]) => Promise<T[]>,
  onFailure: (key: K, error: Error) => void,
): Promise<T[]> => {
  const [only, ...others] = keys;
  if (only === undefined) return [];
  try {
    return await getMany(keys);
  } catch (error) {
    if (!isItemError(error)) throw error;
    if (others.length === 0) {
      onFailure(only, error);
      return [];
    }
  }
  const found: T[] = [];
  for (const key of keys) found.push(...(await readEach([key], getMany, onFailure)));
  return found;
};

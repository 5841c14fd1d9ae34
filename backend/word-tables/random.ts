import { createHash } from 'node:crypto';

/** Returns the texts in the order of their hashes, which is no order at all and the same everywhere. */
export const shuffled = (texts: readonly string[]): string[] =>
  texts
    .map((text) => ({ text, hash: createHash('sha256').update(text).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ text }) => text);

/** Returns a function that draws whole numbers below a given one, always the same ones for the same seed. */
export const drawFor = (seed: string): ((below: number) => number) => {
  const bytes = createHash('sha256').update(seed).digest();
  let at = 0;
  return (below) => {
    if (at + 4 > bytes.length) throw new RangeError(`A seed gives ${bytes.length / 4} numbers.`);
    const number = bytes.readUInt32LE(at);
    at += 4;
    return number % below;
  };
};

import { z } from 'zod';
import type { Learner } from '../../model/learning/learner.ts';
import { binary } from '../table/items.ts';

const PAIR_BYTES = 5;

/** The attributes of a learner: its dense weights are int8, its sparse ones uint32 index and int8, little endian. */
export const learnerAttributes = z.object({
  model: z.string(),
  dense: binary,
  sparse: binary,
  step: z.number().positive(),
  middle: z.number(),
  spread: z.number().positive(),
  weight: z.number().min(0),
});

export const learnerToItem = ({
  dense,
  indexes,
  values,
  ...rest
}: Learner): z.infer<typeof learnerAttributes> => {
  const sparse = new Uint8Array(indexes.length * PAIR_BYTES);
  const view = new DataView(sparse.buffer);
  indexes.forEach((index, at) => {
    view.setUint32(at * PAIR_BYTES, index, true);
    view.setInt8(at * PAIR_BYTES + 4, values[at] ?? 0);
  });
  return { ...rest, dense: Uint8Array.from(dense, (value) => value & 0xff), sparse };
};

/** @throws RangeError if the bytes are not whole pairs. */
export const learnerFromItem = ({ dense, sparse, ...rest }: z.infer<typeof learnerAttributes>): Learner => {
  if (sparse.length % PAIR_BYTES !== 0)
    throw new RangeError(`The weights of a learner have no ${sparse.length} bytes`);
  const view = new DataView(sparse.buffer, sparse.byteOffset, sparse.byteLength);
  const pairs = { length: sparse.length / PAIR_BYTES };
  return {
    ...rest,
    dense: Int8Array.from(dense),
    indexes: Uint32Array.from(pairs, (_, at) => view.getUint32(at * PAIR_BYTES, true)),
    values: Int8Array.from(pairs, (_, at) => view.getInt8(at * PAIR_BYTES + 4)),
  };
};

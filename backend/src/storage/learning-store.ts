import { z } from 'zod';
import type { Learner, LearningStore, Signal } from '../model/learning/learner.ts';
import { binary, absentAsFalse, absentAsNull, decoding, keyed, parseItem } from './table/items.ts';
import { itemIsNew, setting, type Expression } from './table/queries.ts';
import { idIn, learnedOf, learnerKey, passedKey, signalKey, signalsOf } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';
import { vectorAttributes, vectorOf } from './table/codecs.ts';

const PAIR_BYTES = 5;

/** The attributes of a learner: its dense weights are int8, its sparse ones uint32 index and int8, little endian. */
const learnerAttributes = z.object({
  model: z.string(),
  dense: binary,
  sparse: binary,
  step: z.number().positive(),
  middle: z.number(),
  spread: z.number().positive(),
  weight: z.number().min(0),
});

const learnerToItem = ({ dense, indexes, values, ...rest }: Learner): z.infer<typeof learnerAttributes> => {
  const sparse = new Uint8Array(indexes.length * PAIR_BYTES);
  const view = new DataView(sparse.buffer);
  indexes.forEach((index, at) => {
    view.setUint32(at * PAIR_BYTES, index, true);
    view.setInt8(at * PAIR_BYTES + 4, values[at] ?? 0);
  });
  return { ...rest, dense: Uint8Array.from(dense, (value) => value & 0xff), sparse };
};

/** @throws RangeError if the bytes are not whole pairs. */
const learnerFromItem = ({ dense, sparse, ...rest }: z.infer<typeof learnerAttributes>): Learner => {
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

const ID_BYTES = 8;
/** The most articles that are remembered as passed by. With the ids of 8 bytes the item stays under 2 KB. */
const MOST = 200;

/** Returns the stored ids with more added; the oldest ones beyond 200 are dropped. */
const withPassed = (stored: Uint8Array, articleIds: string[]): Uint8Array => {
  const added = new Set(articleIds);
  const all = [...passedIn(stored).filter((id) => !added.has(id)), ...added].slice(-MOST);
  const bytes = new Uint8Array(all.length * ID_BYTES);
  const view = new DataView(bytes.buffer);
  all.forEach((id, at) => view.setBigUint64(at * ID_BYTES, BigInt(id)));
  return bytes;
};

/** @throws RangeError if the bytes are not whole ids. */
const passedIn = (bytes: Uint8Array): string[] => {
  if (bytes.length % ID_BYTES !== 0) throw new RangeError(`Ids of articles have no ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / ID_BYTES }, (_, at) =>
    view.getBigUint64(at * ID_BYTES).toString(),
  );
};

const learnedSchema = keyed.extend({
  revision: z.int().min(1),
  // An item of a version that kept the mean of what was liked has neither.
  learned_at: absentAsNull(z.string()),
  learner: absentAsNull(learnerAttributes),
  opened: z.int().min(0).default(0),
  forgotten_at: absentAsNull(z.string()),
});

const signalSchema = keyed.extend({
  opinion: absentAsNull(z.enum(['up', 'down'])),
  is_saved: absentAsFalse,
  is_read_through: absentAsFalse,
  title: z.string().default(''),
  noted_at: absentAsNull(z.string()),
  vector: absentAsNull(z.object(vectorAttributes)),
  ttl: z.int(),
});

const passedSchema = keyed.extend({ revision: z.int().min(1), ids: binary });

const signalFrom = (item: Item): Signal => {
  const { PK, SK, noted_at, ...rest } = parseItem(signalSchema, item);
  const [, created_at = '', article_id = ''] = SK.split('#');
  return { user_id: idIn(PK), article_id, created_at, noted_at: noted_at ?? created_at, ...rest };
};

const isTold = ({ opinion, is_saved, is_read_through }: Signal): boolean =>
  opinion !== null || is_saved || is_read_through;

const hasRevision = (revision: number): Expression =>
  revision === 0
    ? itemIsNew
    : {
        text: '#revision = :revision',
        names: { '#revision': 'revision' },
        values: { ':revision': revision },
      };

const isStillSilent: Expression = {
  text: 'attribute_not_exists(#opinion) AND attribute_not_exists(#saved) AND attribute_not_exists(#through)',
  names: { '#opinion': 'opinion', '#saved': 'is_saved', '#through': 'is_read_through' },
};

export const createLearningStore = (table: TableClient): LearningStore => ({
  getLearned: async (userId) => {
    const item = await table.get(learnerKey(userId));
    if (item === null) return { revision: 0, learned: null };
    const { revision, learned_at, learner, opened, forgotten_at, ...keys } = parseItem(learnedSchema, item);
    if (learned_at === null) return { revision, learned: null };
    const read = learner === null ? null : decoding(keys, () => learnerFromItem(learner));
    return { revision, learned: { learned_at, learner: read, opened, forgotten_at } };
  },
  putLearned: (userId, { learner, ...rest }, after) =>
    table.put(
      {
        ...learnerKey(userId),
        revision: after + 1,
        ...rest,
        learner: learner === null ? null : learnerToItem(learner),
      },
      hasRevision(after),
    ),
  getSignal: async ({ user_id, created_at, article_id }) => {
    const item = await table.get(signalKey(user_id, created_at, article_id));
    return item === null ? null : signalFrom(item);
  },
  listSignals: async (userId, limit) => {
    const { items } = await table.queryPage({ ...signalsOf(userId), descending: true, limit });
    return items.map(signalFrom).filter(isTold);
  },
  noteSignal: async ({ user_id, created_at, article_id, vector, ...rest }, marks) => {
    const key = signalKey(user_id, created_at, article_id);
    const told = Object.fromEntries(
      Object.entries(marks).map(([name, value]) => [name, value === false ? null : value]),
    );
    const changes = { ...rest, ...told, vector: vector === null ? undefined : vectorOf(vector) };
    const item = await table.update(key, setting(changes));
    if (!isTold(signalFrom({ ...key, ...item }))) await table.delete(key, isStillSilent);
  },
  listPassed: async (userId) => {
    const item = await table.get(passedKey(userId));
    if (item === null) return [];
    const { ids, ...keys } = parseItem(passedSchema, item);
    return decoding(keys, () => passedIn(ids));
  },
  addPassed: async (userId, articleIds, ttl) => {
    for (;;) {
      const item = await table.get(passedKey(userId));
      const { revision, ids } =
        item === null ? { revision: 0, ids: new Uint8Array(0) } : parseItem(passedSchema, item);
      const changed = { ...passedKey(userId), revision: revision + 1, ids: withPassed(ids, articleIds), ttl };
      if (await table.put(changed, hasRevision(revision))) return;
    }
  },
  forget: async (userId) => {
    const items = await table.queryAll(learnedOf(userId));
    await table.batchDelete(items.map((item) => parseItem(keyed, item)));
  },
  forgetSignals: async (userId) => {
    const items = await table.queryAll(signalsOf(userId));
    await table.batchDelete([...items.map((item) => parseItem(keyed, item)), passedKey(userId)]);
  },
});

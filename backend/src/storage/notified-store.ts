import { z } from 'zod';
import {
  channelProblem,
  mailProblem,
  morningSettings,
  newChannel,
  notificationSettings,
} from '../contract/index.ts';
import type { Notified, NotifiedStore } from '../model/reader/notified.ts';
import { itemIsNew, or, type Expression } from './table/queries.ts';
import { absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { idIn, notifiedKey, notifiedReaders } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const facts = z.object({
  channel_id: z.string(),
  created_at: z.string(),
  last_sent_at: z.string().nullable(),
  problem: channelProblem.nullable(),
});

const morningSchema = z.object({
  settings: absentAsNull(morningSettings),
  address: absentAsNull(z.string()),
  is_confirmed: z.boolean(),
  code: z.string(),
  asked: z.array(z.string()),
  done_day: absentAsNull(z.string()),
  kept: z.record(z.string(), z.string()).default({}),
  last_sent_at: absentAsNull(z.string()),
  problem: absentAsNull(mailProblem),
  failures: z.int(),
  rests_until: absentAsNull(z.string()),
});

const notifiedSchema = keyed
  .pick({ SK: true })
  .extend({
    settings: absentAsNull(notificationSettings),
    since: z.string(),
    channels: z.array(z.object({ facts, way: newChannel })),
    told: z.array(z.object({ article_id: z.string(), story_id: z.string(), at: z.string() })),
    secret: z.string(),
    failures: z.int().default(0),
    rests_until: absentAsNull(z.string()),
    morning: absentAsNull(morningSchema),
    revision: z.int(),
  })
  .transform(({ SK, channels, ...rest }): Notified => ({
    user_id: idIn(SK),
    channels: channels.map(({ way, facts: told }) => ({ ...way, ...told })),
    ...rest,
  }));

const isOf = (revision: number, writeId: string): Expression =>
  revision === 0
    ? or(itemIsNew, isWrittenBy(writeId))
    : or(
        { text: '#revision = :before', names: { '#revision': 'revision' }, values: { ':before': revision } },
        isWrittenBy(writeId),
      );

/** The condition that this write has been made already, and its answer was lost. */
const isWrittenBy = (writeId: string): Expression => ({
  text: '#write = :write',
  names: { '#write': 'write_id' },
  values: { ':write': writeId },
});

export const createNotifiedStore = (table: TableClient): NotifiedStore => ({
  list: async () => (await table.queryAll(notifiedReaders)).map((item) => idIn(parseItem(keyed, item).SK)),
  get: async (userId) => {
    const item = await table.get(notifiedKey(userId));
    return item === null ? null : parseItem(notifiedSchema, item);
  },
  put: ({ user_id: userId, channels, revision, ...rest }, writeId) => {
    const stored = channels.map(({ channel_id, created_at, last_sent_at, problem, ...way }) => ({
      facts: { channel_id, created_at, last_sent_at, problem },
      way: compact(way),
    }));
    return table.put(
      {
        ...notifiedKey(userId),
        ...compact(rest),
        channels: stored,
        revision: revision + 1,
        write_id: writeId,
      },
      isOf(revision, writeId),
    );
  },
  delete: async (userId) => {
    await table.delete(notifiedKey(userId));
  },
});

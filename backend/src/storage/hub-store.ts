import { z } from 'zod';
import type { HubStore } from '../model/feed/hub.ts';
import { absentAsFalse, absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { hubKey, idIn, timeToLiveAttribute } from './table/keys.ts';
import { itemExists, setting } from './table/queries.ts';
import type { TableClient } from './table/table.ts';

/** Days for which a subscription is kept after it was written, longer than the longest lease and the longest pause. */
const KEPT_DAYS = 60;
const DAY_SECONDS = 86_400;

const hubSchema = keyed
  .omit({ SK: true })
  .extend({
    feed_id: z.string(),
    hub_url: z.string(),
    topic_url: z.string(),
    secret: z.string(),
    asked: absentAsNull(z.object({ mode: z.enum(['subscribe', 'unsubscribe']), at: z.string() })),
    tries: z.int().min(0).default(0),
    signs_better: absentAsFalse,
  })
  .transform(({ PK, ...rest }) => ({ id: idIn(PK), ...rest }));

const goesAfter = (now: Date) => ({
  [timeToLiveAttribute]: Math.ceil(now.getTime() / 1000) + KEPT_DAYS * DAY_SECONDS,
});

export const createHubStore = (table: TableClient): HubStore => ({
  get: async (id) => {
    const item = await table.get(hubKey(id));
    return item === null ? null : parseItem(hubSchema, item);
  },
  create: async ({ id, ...attributes }, now) => {
    await table.put({ ...hubKey(id), ...compact({ ...attributes, ...goesAfter(now) }) });
  },
  update: async (id, changes, now) => {
    await table.update(hubKey(id), setting({ ...changes, ...goesAfter(now) }), itemExists);
  },
});

import { z } from 'zod';
import type { Profile, ProfileStore } from '../model/reader/profile.ts';
import {
  PREFERENCES_VERSION,
  retentionChoice,
  scoringPreferences,
  storedPreferences,
} from '../contract/index.ts';
import { and, inSequence, itemExists, setting, type Expression } from './table/queries.ts';
import { absentAsFalse, absentAsNull, keyed, parseItem } from './table/items.ts';
import { idIn, profileKey } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';
import { learnsSinceFormat4, renamed } from './upgrade/format.ts';

const profileSchema = keyed.extend({
  ...storedPreferences.shape,
  email: absentAsNull(z.string()),
  name: absentAsNull(z.string()),
  is_member: absentAsFalse,
  keywords_version: z.int().min(0).default(0),
  scored_model: absentAsNull(z.string()),
  unscored_at: absentAsNull(z.string()),
  recalculated_at: absentAsNull(z.string()),
  learn_due_at: absentAsNull(z.string()),
  retention_applied: absentAsNull(retentionChoice),
  leaving_at: absentAsNull(z.string()),
  today_seen_at: absentAsNull(z.string()),
  today_since: absentAsNull(z.string()),
  searched_at: absentAsNull(z.string()),
  created_at: z.string(),
});

const hasVersion = (version: number): Expression => ({
  text: '#version = :version',
  names: { '#version': 'keywords_version' },
  values: { ':version': version },
});

const isNotDue: Expression = { text: 'attribute_not_exists(#due)', names: { '#due': 'learn_due_at' } };
const isDueSince = (due: string): Expression => ({
  text: '#due = :due',
  names: { '#due': 'learn_due_at' },
  values: { ':due': due },
});

const raiseVersion: Expression = {
  text: 'ADD #version :one',
  names: { '#version': 'keywords_version' },
  values: { ':one': 1 },
};

/**
 * Reads a profile, also one with the former name of a preference, because a table of DynamoDB is upgraded while it is in use.
 * @throws CorruptItemError
 */
export const profileFromItem = (item: Item): Profile => {
  const { PK, SK: _, ...rest } = parseItem(profileSchema, renamed(item, learnsSinceFormat4));
  return { user_id: idIn(PK), ...rest };
};

export const createProfileStore = (table: TableClient): ProfileStore => {
  const get = async (userId: string) => {
    const item = await table.get(profileKey(userId));
    return item === null ? null : profileFromItem(item);
  };
  return {
    get,
    raiseKeywordsVersion: async (userId, now) => {
      const item = await table.update(profileKey(userId), {
        text: 'SET #created = if_not_exists(#created, :now) ADD #version :one',
        names: { '#created': 'created_at', '#version': 'keywords_version' },
        values: { ':now': now, ':one': 1 },
      });
      return profileFromItem({ ...profileKey(userId), ...item }).keywords_version;
    },
    setPreferences: async (userId, changes, now) => {
      const set = setting({ ...changes, preferences_version: PREFERENCES_VERSION }, { created_at: now });
      const parts = scoringPreferences.some((name) => changes[name] !== undefined)
        ? [set, raiseVersion]
        : [set];
      const item = await table.update(profileKey(userId), inSequence(...parts));
      return profileFromItem({ ...profileKey(userId), ...item });
    },
    setPerson: async (userId, person, now) => {
      await table.update(profileKey(userId), setting(person, { created_at: now }));
    },
    setMember: async (userId, name, now) => {
      await table.update(profileKey(userId), setting({ name, is_member: true }, { created_at: now }));
    },
    markLeaving: async (userId, now) => {
      await table.update(profileKey(userId), setting({}, { created_at: now, leaving_at: now }));
    },
    setToday: async (userId, visit) => {
      await table.update(profileKey(userId), setting(visit, { created_at: visit.today_seen_at }));
    },
    noteSearch: async (userId, searched_at) => {
      await table.update(profileKey(userId), setting({ searched_at }, { created_at: searched_at }));
    },
    setRetentionApplied: async (userId, retention_applied) => {
      await table.update(profileKey(userId), setting({ retention_applied }), itemExists);
    },
    setRecalculated: async (userId, version, { scored_model, recalculated_at }) => {
      await table.update(
        profileKey(userId),
        // Older versions kept a histogram of scores here.
        setting({ scored_model, recalculated_at, scores: null }),
        and(itemExists, hasVersion(version)),
      );
    },
    noteLearnDue: async (userId, learn_due_at) => {
      await table.update(profileKey(userId), setting({ learn_due_at }), and(itemExists, isNotDue));
    },
    clearLearnDue: async (userId, due) => {
      await table.update(profileKey(userId), setting({ learn_due_at: null }), isDueSince(due));
    },
    keywordsVersion: async (userId) => (await get(userId))?.keywords_version ?? 0,
  };
};

import { expect, it } from 'vitest';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { defaultPreferences } from '../../../../src/contract/index.ts';
import { createProfileStore } from '../../../../src/storage/profile-store.ts';
import { profileKey } from '../../../../src/storage/table/keys.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const profileStoreContract = (table: () => TableClient): void => {
  it('profiles: each keyword write raises the version by one', async () => {
    const profiles = createProfileStore(table());
    const user_id = uniqueUser();
    expect(await profiles.get(user_id)).toBeNull();
    expect(await profiles.keywordsVersion(user_id)).toBe(0);
    const raised = await Promise.all(
      Array.from({ length: 8 }, () => profiles.raiseKeywordsVersion(user_id, sampleTime(0))),
    );
    expect(raised.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await profiles.get(user_id)).toEqual({
      user_id,
      email: null,
      is_member: false,
      name: null,
      keywords_version: 8,
      ...defaultPreferences,
      scored_model: null,
      unscored_at: null,
      learn_due_at: null,
      recalculated_at: null,
      leaving_at: null,
      today_seen_at: null,
      today_since: null,
      searched_at: null,
      retention_applied: null,
      created_at: sampleTime(0),
    });
  });

  it('profiles: a preference is stored, and raises the version like a keyword write', async () => {
    const profiles = createProfileStore(table());
    const user_id = uniqueUser();
    const set = await profiles.setPreferences(user_id, { learns: true }, sampleTime(0));
    expect(set).toMatchObject({ learns: true, keywords_version: 1, created_at: sampleTime(0) });
    await profiles.setPreferences(user_id, { learns: false }, sampleTime(1));
    expect(await profiles.get(user_id)).toEqual({ ...set, learns: false, keywords_version: 2 });
  });

  it('profiles: a preference is read under its name before format 4, until it is set again', async () => {
    const profiles = createProfileStore(table());
    const user_id = uniqueUser();
    await table().put({ ...profileKey(user_id), created_at: sampleTime(0), like_saved: true });
    expect(await profiles.get(user_id)).toMatchObject({ learns: true });
    expect(await profiles.setPreferences(user_id, { theme: 'dark' }, sampleTime(1))).toMatchObject({
      learns: true,
    });
    await profiles.setPreferences(user_id, { learns: false }, sampleTime(1));
    expect(await profiles.get(user_id)).toMatchObject({ learns: false, theme: 'dark' });
  });

  it('profiles: the outcome of a recalculation is stored unless keywords changed meanwhile', async () => {
    const profiles = createProfileStore(table());
    const user_id = uniqueUser();
    const outcome = { scored_model: 'm/8', recalculated_at: sampleTime(2) };
    await profiles.setRecalculated(user_id, 0, outcome);
    expect(await profiles.get(user_id)).toBeNull();
    await profiles.raiseKeywordsVersion(user_id, sampleTime(0));
    await profiles.raiseKeywordsVersion(user_id, sampleTime(1));
    await profiles.setRecalculated(user_id, 1, outcome);
    expect(await profiles.get(user_id)).toMatchObject({ scored_model: null, recalculated_at: null });
    await profiles.setRecalculated(user_id, 2, outcome);
    expect(await profiles.get(user_id)).toMatchObject(outcome);
  });

  it('profiles: it is noted once when something is to be learned', async () => {
    const profiles = createProfileStore(table());
    const user_id = uniqueUser();
    await profiles.raiseKeywordsVersion(user_id, sampleTime(0));
    for (const at of [3, 4]) await profiles.noteLearnDue(user_id, sampleTime(at));
    await profiles.clearLearnDue(user_id, sampleTime(4));
    expect(await profiles.get(user_id)).toMatchObject({ learn_due_at: sampleTime(3) });
    await profiles.clearLearnDue(user_id, sampleTime(3));
    expect(await profiles.get(user_id)).toMatchObject({ learn_due_at: null });
  });

  it('profiles: a visit of Today is kept beside what is known of the reader', async () => {
    const profiles = createProfileStore(table());
    const user_id = uniqueUser();
    const visit = { today_seen_at: sampleTime(5), today_since: sampleTime(1) };
    await profiles.setToday(user_id, visit);
    await profiles.setPreferences(user_id, { theme: 'dark' }, sampleTime(6));
    expect(await profiles.get(user_id)).toMatchObject({ ...visit, theme: 'dark', created_at: sampleTime(5) });
  });

  it('profiles: the last search is noted, also for a reader without a profile', async () => {
    const profiles = createProfileStore(table());
    const user_id = uniqueUser();
    await profiles.noteSearch(user_id, sampleTime(5));
    await profiles.noteSearch(user_id, sampleTime(6));
    const noted = { searched_at: sampleTime(6), created_at: sampleTime(5), keywords_version: 0 };
    expect(await profiles.get(user_id)).toMatchObject(noted);
  });
};

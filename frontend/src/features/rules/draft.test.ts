import { newRule, type Rule } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { emptyDraft, fromDraft, toDraft } from './draft.ts';

const rule: Rule = {
  rule_id: '0123456789ab',
  name: 'Many',
  conditions: [
    { field: 'text', is_not: true, any_of: ['apple', '"climate change"'] },
    { field: 'feed', is_not: false, any_of: ['0123456789abcdef'] },
    { field: 'language', is_not: false, any_of: ['ja', 'en'] },
    { field: 'length', is_not: false, at_least: null, at_most: 3 },
  ],
  effects: { mute: false, save: true, read: false, factor: 1.5, tags: ['読む', 'b'], goes_after_hours: 48 },
  stops: true,
  is_active: true,
  created_at: '2026-03-01T08:00:00.000Z',
  matched: 0,
  last_matched_at: null,
};

describe('the form of a rule', () => {
  it('brings back the rule that it was filled with', () => {
    const made = newRule.parse(fromDraft(toDraft(rule)));
    expect(made).toMatchObject({ name: 'Many', effects: rule.effects, stops: true });
    expect(made.conditions).toEqual([
      rule.conditions[0],
      rule.conditions[1],
      { field: 'language', is_not: false, any_of: ['en', 'ja'] },
      rule.conditions[3],
    ]);
  });

  it('is complete with a name, a value and an effect', () => {
    expect(fromDraft(emptyDraft)).toBeNull();
    const named = { ...toDraft(rule), name: 'x' };
    expect(fromDraft(named)).not.toBeNull();
    expect(fromDraft({ ...named, name: '  ' })).toBeNull();
    expect(fromDraft({ ...named, conditions: emptyDraft.conditions })).toBeNull();
    expect(
      fromDraft({ ...named, save: false, factor: null, tags: ' , ', goes_after_hours: null }),
    ).toBeNull();
    expect(fromDraft({ ...named, mute: true })?.effects).toMatchObject({ mute: true, save: false, tags: [] });
  });
});

import {
  type NewRule,
  type Rule,
  type RuleCondition,
  type RuleEffects,
  ruleKinds,
  ruleLanguages,
} from '@omomi/backend/contract';

import { chosenFields } from './rule-text.ts';

export type Field = RuleCondition['field'];

/** A condition as the form holds it: each line of `lines` is a value of a text; `chosen` are the other values. */
export type ConditionDraft = {
  field: Field;
  is_not: boolean;
  lines: string;
  chosen: readonly string[];
  at_least: string;
  at_most: string;
};

export type RuleDraft = {
  name: string;
  conditions: readonly ConditionDraft[];
  mute: boolean;
  save: boolean;
  read: boolean;
  factor: number | null;
  tags: string;
  goes_after_hours: number | null;
  stops: boolean;
};

export const emptyCondition: ConditionDraft = {
  field: 'title',
  is_not: false,
  lines: '',
  chosen: [],
  at_least: '',
  at_most: '',
};

export const emptyDraft: RuleDraft = {
  name: '',
  conditions: [emptyCondition],
  mute: true,
  save: false,
  read: false,
  factor: null,
  tags: '',
  goes_after_hours: null,
  stops: false,
};

const toConditionDraft = (condition: RuleCondition): ConditionDraft => {
  const { field, is_not } = condition;
  const draft = { ...emptyCondition, field, is_not };
  switch (condition.field) {
    case 'title':
    case 'text':
    case 'author':
    case 'category':
    case 'address':
      return { ...draft, lines: condition.any_of.join('\n') };
    case 'feed':
    case 'folder':
    case 'language':
    case 'kind':
      return { ...draft, chosen: condition.any_of };
    case 'length': {
      const { at_least, at_most } = condition;
      return { ...draft, at_least: at_least?.toString() ?? '', at_most: at_most?.toString() ?? '' };
    }
  }
};

export const toDraft = ({ name, conditions, effects, stops }: Rule): RuleDraft => ({
  name,
  conditions: conditions.map(toConditionDraft),
  ...effects,
  tags: effects.tags.join(', '),
  stops,
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const minutesOf = (text: string): number | null => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);

type NewCondition = NewRule['conditions'][number];

/** Returns the condition; null as long as it has no value. */
const fromConditionDraft = (draft: ConditionDraft): NewCondition | null => {
  const { field, is_not } = draft;
  if (field === 'length') {
    const [at_least, at_most] = [minutesOf(draft.at_least), minutesOf(draft.at_most)];
    return at_least === null && at_most === null ? null : { field, is_not, at_least, at_most };
  }
  const any_of = chosenFields.includes(field) ? [...draft.chosen] : linesOf(draft.lines);
  if (any_of.length === 0) return null;
  if (field === 'language') {
    const known = ruleLanguages.filter((language) => any_of.includes(language));
    return { field, is_not, any_of: known };
  }
  if (field === 'kind') return { field, is_not, any_of: ruleKinds.filter((kind) => any_of.includes(kind)) };
  return { field, is_not, any_of };
};

/** Returns the conditions that have a value. */
export const conditionsOf = ({ conditions }: Pick<RuleDraft, 'conditions'>): NewCondition[] =>
  conditions.flatMap((condition) => fromConditionDraft(condition) ?? []);

const effectsOf = ({ mute, save, read, factor, tags, goes_after_hours }: RuleDraft): RuleEffects =>
  mute
    ? { mute, save: false, read: false, factor: null, tags: [], goes_after_hours: null }
    : {
        mute,
        save,
        read,
        factor,
        goes_after_hours,
        tags: tags
          .split(/[,、，]/u)
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      };

/** Returns the rule of the form; null as long as a part is missing. */
export const fromDraft = (
  draft: RuleDraft,
):
  | (Pick<NewRule, 'name' | 'stops'> & {
      conditions: NewCondition[];
      effects: RuleEffects;
    })
  | null => {
  const conditions = conditionsOf(draft);
  const effects = effectsOf(draft);
  const { mute, save, read, factor, tags, goes_after_hours: hours } = effects;
  const isComplete =
    draft.name.trim() !== '' &&
    conditions.length > 0 &&
    (mute || save || read || factor !== null || tags.length > 0 || hours !== null);
  return isComplete ? { name: draft.name.trim(), conditions, effects, stops: draft.stops } : null;
};

import type { Rule, RuleCondition } from '@omomi/backend/contract';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';

const valuesOf = (
  condition: RuleCondition,
  texts: LaterTexts['rules'],
  feedTitle: (id: string) => string,
): string => {
  switch (condition.field) {
    case 'length':
      return texts.minutes(condition.at_least, condition.at_most);
    case 'feed':
      return condition.any_of.map(feedTitle).join(texts.or);
    case 'language':
      return condition.any_of.map((language) => texts.languages[language]).join(texts.or);
    case 'kind':
      return condition.any_of.map((kind) => texts.kinds[kind]).join(texts.or);
    case 'title':
    case 'text':
    case 'author':
    case 'category':
    case 'address':
    case 'folder':
      return condition.any_of.join(texts.or);
  }
};

/** The fields whose values are chosen, not looked for in a text. */
export const chosenFields: readonly RuleCondition['field'][] = [
  'feed',
  'folder',
  'language',
  'kind',
  'length',
];

/** Tells the conditions of a rule in one line. */
export const conditionsText = (
  { conditions }: Pick<Rule, 'conditions'>,
  texts: LaterTexts['rules'],
  feedTitle: (id: string) => string,
): string =>
  conditions
    .map((condition) =>
      texts.condition(
        texts.fields[condition.field],
        condition.is_not,
        valuesOf(condition, texts, feedTitle),
        !chosenFields.includes(condition.field),
      ),
    )
    .join(texts.and);

/** Tells what a rule does, in a few words. */
export const effectsText = (
  { effects }: Pick<Rule, 'effects'>,
  { effects: texts }: LaterTexts['rules'],
): string =>
  [
    ...(effects.mute ? [texts.mute] : []),
    ...(effects.save ? [texts.save] : []),
    ...(effects.read ? [texts.read] : []),
    ...(effects.factor === null ? [] : [texts.factor(effects.factor)]),
    ...(effects.tags.length === 0 ? [] : [texts.tags(effects.tags.join(', '))]),
    ...(effects.goes_after_hours === null ? [] : [texts.goesAfter(effects.goes_after_hours)]),
  ].join(' · ');

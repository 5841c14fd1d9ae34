import { z } from 'zod';
import { articleId, feedId, folderName, timestamp, visibleText } from '../schemas/common.ts';
import { patternProblem } from './patterns.ts';

/** The limits of a reader's rules. */
export const RULES_PER_READER = 100;
const CONDITIONS_PER_RULE = 20;
const VALUES_PER_CONDITION = 50;
/** Values of all rules of a reader together, because every arriving article is compared with each of them. */
export const VALUES_PER_READER = 1000;
/** Bytes of a reader's rules as JSON, because every delivery reads all of them. */
export const RULES_BYTES = 100_000;
/** Days of articles that a preview looks at. */
export const PREVIEW_DAYS = 7;
/** The most articles that a preview lists. */
export const PREVIEW_SHOWN = 20;
export const TAGS_PER_RULE = 3;

/** The first 12 hex digits of SHA-256 over the reader and the rule as it was created. */
export const ruleId = z.string().regex(/^[0-9a-f]{12}$/, 'a rule_id has 12 hex digits');

/**
 * A pattern that a text must contain: words, all of which must occur; "a phrase" in quotes, exactly as written; and
 * words in which `*` stands for any letters and `?` for one. Letter case, width and accents make no difference.
 */
const pattern = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .superRefine((text, context) => {
    const message = patternProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Of an article. `address` is that of its page, with its letters readable. */
const textFields = ['title', 'text', 'author', 'category', 'address'] as const;

/** The languages that are told apart by the letters and the frequent words of a text. */
export const ruleLanguages = ['en', 'ja', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'zh', 'ko', 'ru'] as const;

/** The kinds of articles that are told apart by their addresses and files; `site` is what a page without a feed brought. */
export const ruleKinds = ['podcast', 'video', 'site', 'releases', 'social'] as const;

/** True turns the condition around: it holds where none of the values is found. */
const isNot = z.boolean().default(false);

const anyOf = <T extends z.ZodType>(value: T) => z.array(value).min(1).max(VALUES_PER_CONDITION);

/** Minutes that reading takes. An article whose length is unknown is neither. */
const minutes = z.int().min(1).max(1000).nullable().default(null);

const conditionFields = {
  text: { field: z.enum(textFields), is_not: isNot, any_of: anyOf(pattern) },
  feed: { field: z.literal('feed'), is_not: isNot, any_of: anyOf(feedId) },
  folder: { field: z.literal('folder'), is_not: isNot, any_of: anyOf(folderName) },
  language: { field: z.literal('language'), is_not: isNot, any_of: anyOf(z.enum(ruleLanguages)) },
  kind: { field: z.literal('kind'), is_not: isNot, any_of: anyOf(z.enum(ruleKinds)) },
  length: { field: z.literal('length'), is_not: isNot, at_least: minutes, at_most: minutes },
};

/** One condition of a rule: the field, and what is allowed there; any of several values is enough. */
export const newRuleCondition = z.discriminatedUnion(
  'field',
  [
    z.strictObject(conditionFields.text),
    z.strictObject(conditionFields.feed),
    z.strictObject(conditionFields.folder),
    z.strictObject(conditionFields.language),
    z.strictObject(conditionFields.kind),
    z
      .strictObject(conditionFields.length)
      .refine(({ at_least, at_most }) => at_least !== null || at_most !== null, 'needs at_least or at_most')
      .refine(
        ({ at_least, at_most }) => at_least === null || at_most === null || at_least <= at_most,
        'at_least must not be above at_most',
      ),
  ],
  {
    error:
      'field must be one of feed, folder, title, text, author, category, address, language, kind, length',
  },
);

/** A condition in an answer. */
export const ruleCondition = z.discriminatedUnion('field', [
  z.object(conditionFields.text),
  z.object(conditionFields.feed),
  z.object(conditionFields.folder),
  z.object(conditionFields.language),
  z.object(conditionFields.kind),
  z.object(conditionFields.length),
]);

/** A label of an article, short because every row of a list carries it. */
const tagName = visibleText(12);

/** The effects of a rule on the articles that it matches. */
export const ruleEffects = z.object({
  /** The article does not appear at all. */
  mute: z.boolean().default(false),
  save: z.boolean().default(false),
  read: z.boolean().default(false),
  /** The factor by which the score is multiplied; null leaves the score as it is. */
  factor: z.number().min(0).max(4).nullable().default(null),
  tags: z.array(tagName).max(TAGS_PER_RULE).default([]),
  /** The hours after its arrival at which the article leaves the lists, unless it stays; null leaves it to the retention. */
  goes_after_hours: z.int().min(1).max(8760).nullable().default(null),
});

const doesMore = ({ save, read, factor, tags, goes_after_hours }: z.infer<typeof ruleEffects>): boolean =>
  save || read || factor !== null || tags.length > 0 || goes_after_hours !== null;

const newRuleEffects = ruleEffects
  .strict()
  .refine(
    (effects) => effects.mute || doesMore(effects),
    'needs one of mute, save, read, factor, tags, goes_after_hours',
  )
  .refine(
    (effects) => !effects.mute || !doesMore(effects),
    'a rule that mutes an article can do nothing else with it',
  );

const name = visibleText(60);
const conditions = z.array(newRuleCondition).min(1).max(CONDITIONS_PER_RULE);

/** The fields of a rule that the reader writes; the server adds the others. */
export const newRule = z.strictObject({
  name,
  /** All of them must hold. */
  conditions,
  effects: newRuleEffects,
  /** True if the rules after this one are not asked about an article that this one matches. Muting does so anyway. */
  stops: z.boolean().default(false),
  is_active: z.boolean().default(true),
});

export const ruleChanges = z.strictObject({
  name: name.optional(),
  conditions: conditions.optional(),
  effects: newRuleEffects.optional(),
  stops: z.boolean().optional(),
  is_active: z.boolean().optional(),
});

export const rule = z.object({
  ...newRule.shape,
  conditions: z.array(ruleCondition),
  effects: ruleEffects,
  rule_id: ruleId,
  created_at: timestamp,
  /** Number of articles that the rule matched, and the time of the last one; both run a little late. */
  matched: z.int().min(0),
  last_matched_at: timestamp.nullable(),
});

/** The ids of all rules in the order in which they are asked. */
export const ruleOrder = z.strictObject({ rule_ids: z.array(ruleId).max(RULES_PER_READER) });

export const rulePreview = z.strictObject({ conditions });

/** The articles of the last 7 days that the conditions of a rule would have matched. */
export const previewedRule = z.object({
  /** Number of articles that were compared, the newest ones. */
  looked_at: z.int().min(0),
  matched: z.int().min(0),
  /** The time of the oldest article that was compared, or the beginning of the 7 days. */
  since: timestamp,
  /** The newest ones that match, at most 20. */
  items: z
    .array(
      z.object({ article_id: articleId, title: z.string(), feed_title: z.string(), published_at: timestamp }),
    )
    .max(PREVIEW_SHOWN),
});

export const applyRules = z.strictObject({
  /** The only rule that mutes, saves and marks read; without it, all active rules do. */
  rule_id: ruleId.optional(),
});

export type RuleCondition = z.infer<typeof ruleCondition>;

export type RuleContent = z.infer<typeof newRule>;
export type Rule = z.infer<typeof rule>;
export type NewRule = z.input<typeof newRule>;
export type RuleChanges = z.infer<typeof ruleChanges>;

export type RuleLanguage = (typeof ruleLanguages)[number];
export type RuleKind = (typeof ruleKinds)[number];
export type RuleEffects = z.infer<typeof ruleEffects>;

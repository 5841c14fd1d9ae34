import { z } from 'zod';
import * as contract from '../../contract/index.ts';
import { instant } from '../../contract/schemas/common.ts';

export type JsonObject = Record<string, unknown>;

const jsonObject = z.record(z.string(), z.unknown());

const named = {
  Article: contract.article,
  ArticleRow: contract.articleRow,
  Enclosure: contract.enclosure,
  Error: contract.errorBody,
  Feed: contract.feed,
  FeedCandidate: contract.feedCandidate,
  FeedChanges: contract.feedChanges,
  Health: contract.health,
  Job: contract.job,
  Keyword: contract.keyword,
  KeywordChanges: contract.keywordChanges,
  MarkRead: contract.markRead,
  NewFeed: contract.newFeed,
  KeywordPreview: contract.keywordPreview,
  NewKeyword: contract.newKeyword,
  NewRule: contract.newRule,
  NewRuleCondition: contract.newRuleCondition,
  Passage: contract.passage,
  PreferenceChanges: contract.preferenceChanges,
  Preferences: contract.preferences,
  PreviewedArticle: contract.previewedArticle,
  Reason: contract.reason,
  Rule: contract.rule,
  RuleChanges: contract.ruleChanges,
  RuleCondition: contract.ruleCondition,
  RuleEffects: contract.ruleEffects,
  SearchPage: contract.searchPage,
  SearchRow: contract.searchRow,
  MarkedText: contract.markedText,
  TopReason: contract.topReason,
};

/**
 * Creates a writer of JSON Schemas for contract schemas; schemas with a name become components and references to them.
 */
export const createSchemaWriter = () => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const components: JsonObject = {};

  /** Writes a schema. `input`: the form that a client sends. `output`: the form that the API returns. */
  const write = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const written = z.toJSONSchema(schema, {
      io,
      metadata: registry,
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema === instant) jsonSchema.format = 'date-time';
        // The regular expression of a date and the bounds of a safe integer do not help anyone who reads the document.
        if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      },
    });
    const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _, $defs, ...rest } = jsonObject.parse(JSON.parse(text));
    Object.assign(components, $defs);
    return rest;
  };

  const sortedComponents = (): JsonObject =>
    Object.fromEntries(Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)));

  return { write, components: sortedComponents };
};

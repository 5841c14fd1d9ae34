import { z } from 'zod';
import { page } from '../../schemas/common.ts';
import { job } from '../../schemas/jobs.ts';
import {
  applyRules,
  newRule,
  previewedRule,
  rule,
  ruleChanges,
  ruleId,
  ruleOrder,
  rulePreview,
} from '../../rules/rules.ts';
import type { Endpoint } from '../shape/endpoint.ts';

const byRule = z.object({ rule_id: ruleId });

/** The endpoints for rules, which decide on articles as they arrive. */
export const ruleEndpoints = {
  listRules: {
    method: 'GET',
    path: '/api/rules',
    summary: 'All rules in the order in which they are asked, with what each matched so far.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: page(rule),
    errors: [],
  },
  addRule: {
    method: 'POST',
    path: '/api/rules',
    summary:
      'Add a rule after the others. It decides on articles that arrive from now on; a repeated call returns the rule that is there.',
    access: 'reader',
    limit: 'public',
    body: newRule,
    status: 201,
    response: rule,
    errors: ['RULE_LIMIT'],
  },
  orderRules: {
    method: 'PUT',
    path: '/api/rules',
    summary: 'Set the order of the rules. All of them must be named.',
    access: 'reader',
    limit: 'public',
    body: ruleOrder,
    status: 200,
    response: page(rule),
    errors: [],
  },
  updateRule: {
    method: 'PUT',
    path: '/api/rules/{rule_id}',
    summary: 'Change a rule, or switch it on or off.',
    access: 'reader',
    limit: 'public',
    params: byRule,
    body: ruleChanges,
    status: 200,
    response: rule,
    errors: ['NOT_FOUND', 'RULE_LIMIT'],
  },
  deleteRule: {
    method: 'DELETE',
    path: '/api/rules/{rule_id}',
    summary: 'Remove a rule. What it did to articles stays.',
    access: 'reader',
    limit: 'public',
    params: byRule,
    status: 204,
    errors: ['NOT_FOUND'],
  },
  previewRule: {
    method: 'POST',
    path: '/api/rules/preview',
    summary:
      'What the conditions would have matched among the articles of the last 7 days: of the newest 1,000, or of the newest 200 if texts, authors, categories or languages must be read; of fewer if patterns and texts are very long. Nothing is saved.',
    access: 'reader',
    limit: 'public',
    body: rulePreview,
    status: 200,
    response: previewedRule,
    errors: [],
  },
  applyRules: {
    method: 'POST',
    path: '/api/rules/apply',
    summary:
      'Apply the active rules to the articles that are here, in a job. Factors and tags become those of all rules; muting, saving and marking read are done by the rule that is named, or by all.',
    access: 'reader',
    limit: 'protected',
    body: applyRules,
    status: 202,
    response: job,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;

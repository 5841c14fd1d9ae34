import { Stage } from 'aws-cdk-lib';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import type { EnvironmentSettings } from '../lib/settings/environment.ts';
import { createTestApp, everySetting, stackOf } from './assembly.ts';

const findings = (app: ReturnType<typeof createTestApp>) =>
  new AwsSolutionsChecks(app)
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );

describe('the AWS Solutions rules', () => {
  it.each<Partial<EnvironmentSettings>>([
    {},
    { EMBEDDER: 'embedded' },
    everySetting,
    { throwaway: 'on', github_repository: 'owner/omomi' },
  ])('find nothing except what is suppressed with a reason, with %j', (settings) => {
    expect(findings(createTestApp(settings))).toEqual([]);
  });

  it('do run: they find a bucket without TLS and logs', () => {
    const app = createTestApp();
    new CfnBucket(stackOf(app, 'Database'), 'Careless');
    expect(findings(app)).toEqual([
      'AwsSolutions-S1 Omomi-test-Database/Careless',
      'AwsSolutions-S10 Omomi-test-Database/Careless',
    ]);
  });
});

it('the app has four stacks, no nested stage, and nothing that empties a bucket', () => {
  const app = createTestApp();
  expect(app.node.children.map((child) => child.node.id).filter((id) => id.startsWith('Omomi'))).toEqual([
    'Omomi-test-Database',
    'Omomi-test-Compute',
    'Omomi-test-Frontend',
    'Omomi-test-Monitoring',
  ]);
  const below = app.node.findAll().slice(1);
  expect(below.filter((construct) => Stage.isStage(construct))).toEqual([]);
  expect(below.filter((construct) => construct.node.id.includes('AutoDeleteObjects'))).toEqual([]);
});

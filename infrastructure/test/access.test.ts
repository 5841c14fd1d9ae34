import { describe, expect, it } from 'vitest';
import { createTestApp, resourcesOf, sharedTestApp, stackOf, templateOf } from './assembly.ts';

const github = { github_repository: 'owner/omomi' };
const existing = 'arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com';

describe('the role with which a repository deploys', () => {
  const template = templateOf(sharedTestApp(github), 'Access');

  const rolesOf = (of = template) => Object.values(resourcesOf(of, 'AWS::IAM::Role'));

  it('is assumed by jobs of one environment of that repository alone', () => {
    expect(rolesOf().map(({ Properties }) => Properties['AssumeRolePolicyDocument'])).toEqual([
      {
        Version: '2012-10-17',
        Statement: [
          {
            Action: 'sts:AssumeRoleWithWebIdentity',
            Effect: 'Allow',
            Principal: { Federated: { 'Fn::GetAtt': [expect.stringMatching(/^GitHub/), 'Arn'] } },
            Condition: {
              StringEquals: {
                'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
                'token.actions.githubusercontent.com:sub': 'repo:owner/omomi:environment:test',
              },
            },
          },
        ],
      },
    ]);
  });

  it("may assume three roles of CDK's bootstrap and call two functions, and nothing else", () => {
    const policies = Object.values(template.findResources('AWS::IAM::Policy'));
    expect(policies).toHaveLength(1);
    const [policy] = policies;
    const { Statement } = policy!['Properties'].PolicyDocument;
    expect(Statement.map(({ Action }: { Action: unknown }) => Action)).toEqual([
      'sts:AssumeRole',
      'lambda:InvokeFunction',
    ]);
    expect(
      Statement[0].Resource.map(
        (resource: unknown) => /cdk-hnb659fds-[a-z-]+-role-/.exec(JSON.stringify(resource))?.[0],
      ),
    ).toEqual([
      'cdk-hnb659fds-deploy-role-',
      'cdk-hnb659fds-file-publishing-role-',
      'cdk-hnb659fds-lookup-role-',
    ]);
    expect(Statement[1].Resource).toHaveLength(2);
    expect(JSON.stringify(Statement)).not.toContain('*');
  });

  it('is told by the stack, for the variable of the repository', () => {
    expect(Object.keys(template.findOutputs('*'))).toContain('DeployRoleArn');
  });

  it('uses the identity provider that the account has', () => {
    const own = templateOf(sharedTestApp({ ...github, github_provider_arn: existing }), 'Access');
    const providersOf = (of = template) => Object.keys(resourcesOf(of, 'AWS::IAM::OIDCProvider'));
    expect([providersOf().length, providersOf(own).length]).toEqual([1, 0]);
    expect(JSON.stringify(rolesOf(own))).toContain(`"Federated":"${existing}"`);
  });

  it('of a throw-away environment may write invitations, empty buckets and look at stacks there alone, and outlives these', () => {
    const app = sharedTestApp({ ...github, throwaway: 'on' });
    const own = templateOf(app, 'Access');
    expect(JSON.stringify(rolesOf(own))).toContain('repo:owner/omomi:environment:test');
    const [policy] = Object.values(own.findResources('AWS::IAM::Policy'));
    const [assume, ...rights] = policy!['Properties'].PolicyDocument.Statement;
    expect(assume.Action).toBe('sts:AssumeRole');
    const partsOf = (resource: { 'Fn::Join': [string, unknown[]] }) => resource['Fn::Join'][1].at(-1);
    const told = rights.map(({ Action, Resource }: { Action: unknown; Resource: never }) => [
      Action,
      [Resource].flat().map(partsOf),
    ]);
    expect(told).toEqual([
      [['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'], [':table/Omomi-test-Database-*']],
      ['s3:ListBucket', [':s3:::omomi-test-database-*', ':s3:::omomi-test-frontend-*']],
      ['s3:DeleteObject', [':s3:::omomi-test-database-*/*', ':s3:::omomi-test-frontend-*/*']],
      ['cloudformation:DescribeStackResources', [':stack/Omomi-test-*']],
    ]);
    expect(stackOf(app, 'Access').dependencies).toEqual([]);
  });

  it('is not there unless a repository is named', () => {
    expect(sharedTestApp().node.tryFindChild('Omomi-test-Access')).toBeUndefined();
  });

  it.each([
    [{ github_repository: 'omomi' }, 'github_repository'],
    [{ github_repository: 'owner/omomi:ref' }, 'expected a repository such as owner/name'],
    [{ github_repository: 'owner/*' }, 'expected a repository such as owner/name'],
    [{ ...github, github_provider_arn: 'arn:aws:iam::1:role/x' }, 'expected the ARN of the provider'],
    [{ github_provider_arn: existing }, 'github_repository is not set: github_provider_arn needs it'],
  ])('is refused with %j', (settings, message) => {
    expect(() => createTestApp(settings)).toThrow(message);
  });
});

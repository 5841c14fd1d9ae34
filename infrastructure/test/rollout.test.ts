import { describe, expect, it } from 'vitest';
import { createTestApp, everySetting, resourcesOf, sharedTestApp, stackOf, templateOf } from './assembly.ts';

type Template = ReturnType<typeof templateOf>;
type Alias = {
  Properties: Record<string, unknown>;
  DependsOn: string[];
  UpdatePolicy: { CodeDeployLambdaAliasUpdate: Record<string, { Ref: string }> };
};

const template = templateOf(sharedTestApp(), 'Compute');
const only = (type: string, of: Template = template) => {
  const found = Object.entries(of.findResources(type));
  expect(found.map(([id]) => id)).toHaveLength(1);
  return found[0]!;
};
const propertiesOf = (type: string, of: Template = template) => only(type, of)[1]['Properties'];
const GROUP = 'AWS::CodeDeploy::DeploymentGroup';
const [groupId] = only(GROUP);
const [aliasId, alias] = only('AWS::Lambda::Alias') as unknown as [string, Alias];
const [alarmId, alarm] = only('AWS::CloudWatch::Alarm');

describe('a new version of the API', () => {
  it('gets a tenth of the requests for five minutes, unless the alarm is raised', () => {
    expect(propertiesOf(GROUP)).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL', DeploymentType: 'BLUE_GREEN' },
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: alarmId } }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      },
    });
    expect(propertiesOf('AWS::CodeDeploy::Application')).toMatchObject({ ComputePlatform: 'Lambda' });
  });

  it('gets them by the alias, which CodeDeploy moves once the group has its settings', () => {
    const [applicationId] = only('AWS::CodeDeploy::Application');
    const [versionId] = only('AWS::Lambda::Version');
    expect(alias.Properties).toEqual({
      Name: 'live',
      FunctionName: { Ref: expect.stringMatching(/^ApiFunction/) },
      FunctionVersion: { 'Fn::GetAtt': [versionId, 'Version'] },
    });
    expect(alias.UpdatePolicy.CodeDeployLambdaAliasUpdate).toEqual({
      ApplicationName: { Ref: applicationId },
      DeploymentGroupName: { Ref: groupId },
    });
    expect(alias.DependsOn).toContain(groupId);
  });

  it('is stopped by what the API answers within a minute, and nobody need be told', () => {
    expect(alarm['Properties']).toMatchObject({
      AlarmName: 'Omomi-test-Compute-rollout',
      Namespace: 'AWS/Lambda',
      MetricName: 'Url5xxCount',
      // Lambda counts the answers of a URL by function, with or without its alias, and never by version.
      Dimensions: [{ Name: 'FunctionName', Value: alias.Properties['FunctionName'] }],
      Statistic: 'Sum',
      Period: 60,
      EvaluationPeriods: 1,
      Threshold: 3,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
    expect(Object.keys(alarm['Properties'])).not.toContain('AlarmActions');
    const told = templateOf(sharedTestApp(everySetting), 'Compute');
    expect(only('AWS::CloudWatch::Alarm', told)[1]).toEqual({
      ...alarm,
      Properties: { ...alarm['Properties'], Dimensions: expect.anything() },
    });
  });

  it('is stopped by an alarm of its own stack, which needs no stack but that of the table', () => {
    const names = stackOf(sharedTestApp(everySetting), 'Compute').dependencies.map((each) => each.stackName);
    expect(names).toEqual(['Omomi-test-Database']);
  });

  it('takes the place of the version before, which is deleted', () => {
    const [id, version] = only('AWS::Lambda::Version');
    expect(version).not.toHaveProperty('DeletionPolicy');
    expect(version).not.toHaveProperty('UpdateReplacePolicy');
    expect(id).toMatch(/^ApiFunctionCurrentVersion/);
  });

  it('is made whenever the function changes, by a rotated secret too, and not otherwise', () => {
    const signIn = { OIDC_CLIENT_ID: 'an-id', ALLOWED_EMAILS: 'me@example.org', oidc_secret: '/omomi/oidc' };
    const versionWith = (settings: Parameters<typeof createTestApp>[0]) =>
      only('AWS::Lambda::Version', templateOf(createTestApp(settings), 'Compute'))[0];
    const before = { ...signIn, oidc_secret_version: 3 };
    const changes = [
      before,
      { ...before },
      { ...before, oidc_secret_version: 4 },
      { ...before, ALLOWED_EMAILS: 'you@example.org' },
      { ...before, alarm_email: 'owner@example.org', queue_concurrency: 3 },
    ].map(versionWith);
    const [first] = changes;
    expect(changes.map((each) => each === first)).toEqual([true, true, false, false, true]);
  });

  it('is moved by a role that nobody but CodeDeploy assumes', () => {
    const { ServiceRoleArn: role } = propertiesOf(GROUP);
    const { Properties: properties } = resourcesOf(template, 'AWS::IAM::Role')[role['Fn::GetAtt'][0]]!;
    expect(properties).toMatchObject({
      AssumeRolePolicyDocument: {
        Statement: [{ Action: 'sts:AssumeRole', Principal: { Service: 'codedeploy.amazonaws.com' } }],
      },
      ManagedPolicyArns: [
        { 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(/ForLambdaLimited$/)])] },
      ],
    });
    expect(properties).not.toHaveProperty('Policies');
  });
});

describe('the URL of the API', () => {
  const textOf = (name: string) => JSON.stringify(templateOf(sharedTestApp(), name).toJSON());
  const urls = Object.entries(resourcesOf(template, 'AWS::Lambda::Url'));

  it('that the distribution asks belongs to the alias', () => {
    const [id] = urls.find(([, { Properties: properties }]) => properties['Qualifier'] === 'live')!;
    const outputs = template.findOutputs('*');
    const named = [...textOf('Frontend').matchAll(/"OutputName":"([^"]*FunctionUrl[^"]*)"/g)];
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const [, name = ''] of named)
      expect(outputs[name]?.['Value']).toMatchObject({ 'Fn::GetAtt': [id, expect.any(String)] });
    expect(resourcesOf(template, 'AWS::Lambda::Alias')).toHaveProperty(aliasId);
  });

  it('without the alias stays for deployments from before, whose Frontend reads its outputs, and nobody may call it', () => {
    const [id] = urls.find(([, { Properties: properties }]) => !('Qualifier' in properties))!;
    // The names in the template of commit 65f21c1f.
    const read = 'PublishOutputFnGetAttApiFunctionFunctionUrl2698D8C0';
    expect(template.findOutputs('*')).toMatchObject({
      [`${read}FunctionArn27E28B8E`]: { Value: { 'Fn::GetAtt': [id, 'FunctionArn'] } },
      [`${read}FunctionUrl2EF45442`]: { Value: { 'Fn::GetAtt': [id, 'FunctionUrl'] } },
    });
    expect(textOf('Frontend')).not.toContain(read);
    const permitted = Object.values(resourcesOf(template, 'AWS::Lambda::Permission'));
    expect(JSON.stringify(permitted)).not.toContain('ApiFunction');
  });
});

describe('the option canary', () => {
  it('off gives all requests to the new version at once, whatever the alarm says', () => {
    const off = templateOf(createTestApp({}, { canary: 'off' }), 'Compute');
    expect(propertiesOf(GROUP, off)).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
      AlarmConfiguration: { Enabled: false },
      AutoRollbackConfiguration: { Enabled: true },
    });
    expect(only('AWS::Lambda::Version', off)[0]).toBe(only('AWS::Lambda::Version')[0]);
  });

  it('on is the default', () => {
    const on = templateOf(createTestApp({}, { canary: 'on' }), 'Compute');
    expect(on.toJSON()).toEqual(template.toJSON());
  });

  it.each(['', 'no', true])('is refused as %j', (canary) => {
    expect(() => createTestApp({}, { canary })).toThrow(
      `canary=${JSON.stringify(canary)} is not allowed: expected on or off`,
    );
  });
});

describe('the option commit', () => {
  const commit = 'c0ffee'.padEnd(40, '0');
  const variablesWith = (options: Record<string, unknown>, name: string) => {
    const functions = templateOf(createTestApp(everySetting, options), 'Compute').findResources(
      'AWS::Lambda::Function',
    );
    const [, found] = Object.entries(functions).find(([id]) => id.startsWith(`${name}Function`))!;
    return found['Properties'].Environment.Variables;
  };

  it('is named to the API, which names it to whoever asks for its health, and to no other function', () => {
    expect(variablesWith({ commit }, 'Api')).toMatchObject({ COMMIT: commit });
    for (const name of ['Clients', 'Fetch'])
      expect(variablesWith({ commit }, name)).not.toHaveProperty('COMMIT');
  });

  it('is left out where nobody gives it, as in a folder without git', () => {
    expect(variablesWith({}, 'Api')).not.toHaveProperty('COMMIT');
  });

  it.each(['', 'main', commit.slice(1), `${commit}0`, true])('is refused as %j', (given) => {
    expect(() => createTestApp({}, { commit: given })).toThrow(
      `commit=${JSON.stringify(given)} is not allowed: expected the 40 digits of a commit`,
    );
  });
});

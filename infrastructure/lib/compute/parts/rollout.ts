import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { accept } from '../../settings/accept.ts';

export type RolloutProps = {
  handler: LambdaFunction;
  /** False if a new version gets all requests at once and no alarm stops it: when the version before fails itself. */
  isCanary: boolean;
};

/**
 * The alias of a function that has a URL. Each deployment that changes the function makes a version of it, to which CodeDeploy
 * sends a tenth of the requests for five minutes, and then all. If the alarm is raised meanwhile, CodeDeploy moves the alias back,
 * the update fails, and CloudFormation rolls the stack back. The deployment that makes the alias has no version before, so nothing is
 * moved. The version before is deleted once the update is done.
 */
export class Rollout extends Construct {
  readonly alias: Alias;

  constructor(scope: Construct, id: string, { handler, isCanary }: RolloutProps) {
    super(scope, id);
    this.alias = new Alias(this, 'Alias', { aliasName: 'live', version: handler.currentVersion });
    const group = new LambdaDeploymentGroup(this, 'Group', {
      alias: this.alias,
      deploymentConfig: isCanary
        ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
        : LambdaDeploymentConfig.ALL_AT_ONCE,
      alarms: [createAlarm(this, handler)],
      ignoreAlarmConfiguration: !isCanary,
    });
    // The group must have its settings before the alias moves.
    this.alias.node.addDependency(group);
    accept(group.role, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
        'AWS maintains what CodeDeploy needs to move an alias and to read alarms.',
    });
  }
}

/**
 * Creates the alarm that stops a rollout. It is there without an address for alarms too, because nobody needs to be told. Lambda counts
 * the answers of a URL for the whole function, so those of the version before count as well.
 */
const createAlarm = (scope: Construct, handler: LambdaFunction): Alarm =>
  new Alarm(scope, 'Errors', {
    alarmName: `${Stack.of(scope).stackName}-rollout`,
    metric: handler.metric('Url5xxCount', { statistic: Stats.SUM, period: Duration.minutes(1) }),
    threshold: 3,
    // One minute, so that the next deployment need not wait for the alarm to end.
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription:
      'While a new version is tried, the API answers with 5xx. See docs/operations.md#a-new-version-of-the-api',
  });

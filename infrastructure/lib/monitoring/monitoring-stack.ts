import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { ComputeStack } from '../compute/compute-stack.ts';
import { readOutputs } from '../settings/read-outputs.ts';
import { createDashboard } from './dashboard.ts';
import type { Watch } from '../compute/parts/watch.ts';

export type MonitoringStackProps = StackProps & {
  compute: ComputeStack;
  alarmEmail: string | undefined;
};

/** The alarms, the one topic that they notify, and the dashboard. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, { compute, alarmEmail, ...props }: MonitoringStackProps) {
    super(scope, id, props);
    readOutputs(this);
    const topic = this.createTopic(alarmEmail);
    const alarms = compute.watches.map((watch) => this.createAlarm(watch, topic));
    createDashboard(this, compute, alarms);
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
  }

  private createTopic(alarmEmail: string | undefined): Topic {
    const topic = new Topic(this, 'Alarms', { displayName: 'Omomi alarms', enforceSSL: true });
    // A custom policy replaces the default one, which allows alarms of this account to publish, so allow that again.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }

  private createAlarm(watch: Watch, topic: Topic): Alarm {
    const alarm = new Alarm(this, watch.id, {
      alarmName: `${this.stackName}-${watch.id}`,
      metric: watch.metric,
      threshold: watch.threshold,
      evaluationPeriods: watch.periods ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${watch.meaning} See docs/operations.md#${watch.section}`,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    if (watch.isEvent !== true) alarm.addOkAction(new SnsAction(topic));
    return alarm;
  }
}

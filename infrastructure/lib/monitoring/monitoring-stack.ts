import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
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
  /** USD a month. */
  monthlyBudget: number;
};

/** The dashboard, and for an address the alarms, the one topic that they notify, and the budget. */
export class MonitoringStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { compute, alarmEmail, monthlyBudget, ...props }: MonitoringStackProps,
  ) {
    super(scope, id, props);
    readOutputs(this);
    createDashboard(this, compute, alarmEmail === undefined ? [] : this.createAlarms(compute, alarmEmail));
    if (alarmEmail !== undefined) this.createBudget(alarmEmail, monthlyBudget);
  }

  private createAlarms({ watches }: ComputeStack, email: string): Alarm[] {
    const topic = this.createTopic(email);
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
    return watches.map((watch) => this.createAlarm(watch, topic));
  }

  private createTopic(email: string): Topic {
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
    topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  private createAlarm(watch: Watch, topic: Topic): Alarm {
    const alarm = new Alarm(this, watch.id, {
      alarmName: `${this.stackName}-${watch.id}`,
      metric: watch.metric,
      threshold: watch.threshold,
      evaluationPeriods: watch.periods ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData:
        watch.isRaisedWithoutData === true ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${watch.meaning} See docs/operations.md#${watch.section}`,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    if (watch.isEvent !== true) alarm.addOkAction(new SnsAction(topic));
    return alarm;
  }

  /** Creates the budget of the whole account, of which AWS tells by mail; it costs nothing and stops nothing. */
  private createBudget(address: string, usd: number): void {
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `${this.stackName}-spending`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
      },
      notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
        notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
        subscribers: [{ subscriptionType: 'EMAIL', address }],
      })),
    });
  }
}

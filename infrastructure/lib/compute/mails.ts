import { Aws, CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnReceiptRule, CfnReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { receivedMailFolder } from '../../../backend/src/model/feed/newsletter.ts';
import { CapabilityFunction } from './parts/capability-function.ts';
import type { Resources } from './parts/resources.ts';
import { createEventDlq } from './parts/scheduled.ts';

const RULE = 'newsletters';

/**
 * The function that takes the mails of newsletters in, and the rule by which SES receives them: it stores each mail in the bucket
 * and then calls the function asynchronously. The rule counts once the rule set is made the active one of the region by hand
 * (docs/operations.md#newsletters), because there is one for all that an account receives.
 */
export class Mails extends Construct {
  readonly function: CapabilityFunction<'mails'>;
  readonly deadLetters: IQueue;

  constructor(scope: Construct, id: string, resources: Resources & { domain: string }) {
    super(scope, id);
    const { blobs, domain } = resources;
    const deadLetterQueue = createEventDlq(this, 'MailsDlq');
    this.deadLetters = deadLetterQueue;
    this.function = new CapabilityFunction(this, 'Mails', {
      name: 'mails',
      parsesDocuments: true,
      memoryMegabytes: 1024,
      timeoutSeconds: 60,
      deadLetterQueue,
      resources,
    });
    const { handler } = this.function;

    const stack = Stack.of(this);
    // The permissions name the rule, and SES makes a rule only if it has them. So the names must be known before.
    const ruleSetName = `${stack.stackName}-mails`;
    const sourceArn = stack.formatArn({
      service: 'ses',
      resource: 'receipt-rule-set',
      resourceName: `${ruleSetName}:receipt-rule/${RULE}`,
    });
    const ses = new ServicePrincipal('ses.amazonaws.com');
    blobs.addToResourcePolicy(
      new PolicyStatement({
        principals: [ses],
        actions: ['s3:PutObject'],
        resources: [blobs.arnForObjects(`${receivedMailFolder}/*`)],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': sourceArn } },
      }),
    );
    handler.addPermission('Ses', { principal: ses, sourceAccount: Aws.ACCOUNT_ID, sourceArn });
    const ruleSet = new CfnReceiptRuleSet(this, 'RuleSet', { ruleSetName });
    const rule = new CfnReceiptRule(this, 'Rule', {
      ruleSetName: ruleSet.ref,
      rule: {
        name: RULE,
        enabled: true,
        recipients: [domain],
        scanEnabled: true,
        tlsPolicy: 'Optional',
        actions: [
          { s3Action: { bucketName: blobs.bucketName, objectKeyPrefix: `${receivedMailFolder}/` } },
          { lambdaAction: { functionArn: handler.functionArn, invocationType: 'Event' } },
        ],
      },
    });
    rule.node.addDependency(handler);
    new CfnOutput(stack, 'ReceiptRuleSetName', { value: ruleSetName });
    // To send a mail again that failed (docs/operations.md#newsletters).
    new CfnOutput(stack, 'MailsFunctionName', { value: handler.functionName });
    new CfnOutput(stack, 'MailsDeadLettersUrl', { value: deadLetterQueue.queueUrl });
  }
}

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { FunctionName } from '@omomi/backend/config';
import { AssetHashType, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IFilterPattern } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Resources } from './resources.ts';
import { grantRights } from './grants.ts';
import { reads, variablesOf } from './variables.ts';

const bundler = join(import.meta.dirname, '../bundle/bundle.ts');

type Extras = Pick<CapabilityFunctionProps<FunctionName>, 'parsesDocuments' | 'shrinksPictures'>;

/**
 * Returns the code of a function with what it needs beside its own file. A process of its own bundles it, because esbuild's
 * plugins need a promise and the CDK does not wait for one.
 */
const codeOf = (name: FunctionName, { parsesDocuments, shrinksPictures }: Extras): Code => {
  const extras = [
    ...(parsesDocuments === true ? ['documents'] : []),
    // A function with an embedder also scores texts or explains scores. Both read the tables of words.
    ...(reads(name, 'EMBEDDER') ? ['words'] : []),
    ...(shrinksPictures === true ? ['pictures'] : []),
  ];
  const tryBundle = (outdir: string): boolean => {
    execFileSync(process.execPath, [bundler, name, outdir, ...extras], { stdio: 'inherit' });
    return true;
  };
  // Only the local bundling is used. The CDK asks for an image and a folder all the same, and tells assets apart by the command.
  return Code.fromAsset(import.meta.dirname, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: { image: Runtime.NODEJS_24_X.bundlingImage, command: [name, ...extras], local: { tryBundle } },
  });
};

/** Returns the namespace of the functions' own metrics, which keeps two environments in one account apart. */
export const metricNamespace = (scope: Construct): string => Stack.of(scope).stackName;

export type CapabilityFunctionProps<F extends FunctionName> = {
  name: F;
  /** Of their addresses and of the settings, the function gets those that it reads. */
  resources: Resources;
  memoryMegabytes: number;
  timeoutSeconds: number;
  /** True if the function reads feeds, pages or OPML. It reads them in a thread that has its own file. */
  parsesDocuments?: boolean;
  /** True if the function shrinks pictures, in the thread that reads documents. */
  shrinksPictures?: boolean;
  /**
   * True if its messages lead to further messages of its own. AWS would drop such a chain after 16 invocations; the
   * backend has its own bound (`queues/hops.ts`).
   */
  sendsToItself?: boolean;
  /** The queue for events that failed twice; only for functions that are invoked asynchronously. */
  deadLetterQueue?: IQueue;
};

/** A Lambda function from backend/src/lambda with its own role, rights and log group. */
export class CapabilityFunction<F extends FunctionName> extends Construct {
  readonly handler: LambdaFunction;
  readonly name: F;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: CapabilityFunctionProps<F>) {
    super(scope, id);
    this.name = props.name;
    this.logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);

    this.handler = new LambdaFunction(this, 'Function', {
      code: codeOf(props.name, props),
      handler: 'index.handler',
      description: `Omomi ${props.name} (${Stack.of(this).stackName})`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMegabytes,
      timeout: Duration.seconds(props.timeoutSeconds),
      role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: {
        ...variablesOf(props.name, props.resources),
        POWERTOOLS_SERVICE_NAME: props.name,
        POWERTOOLS_METRICS_NAMESPACE: metricNamespace(this),
      },
      ...(props.sendsToItself === true ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      ...(props.deadLetterQueue === undefined ? {} : { deadLetterQueue: props.deadLetterQueue }),
    });
    grantRights(this, props.resources);
  }

  /**
   * Adds this function's log lines of a pattern to a metric: their number, or one of their fields. Functions share a
   * metric, because each one that an alarm reads is charged.
   */
  countLines(metric: Metric, id: string, pattern: IFilterPattern, field?: string): void {
    new MetricFilter(this, `Lines-${id}`, {
      logGroup: this.logGroup,
      filterPattern: pattern,
      metricNamespace: metric.namespace,
      metricName: metric.metricName,
      metricValue: field === undefined ? '1' : `$.${field}`,
    });
  }
}

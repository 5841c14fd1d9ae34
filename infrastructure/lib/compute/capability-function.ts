import { join } from 'node:path';
import type { AddressesOf, FunctionName } from '@omomi/backend/config';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type ICommandHooks, LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Watch } from './watch.ts';
import type { Settings } from '../settings/settings.ts';
import { variablesOf } from './variables.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * The code that defines `require` in the bundle. CommonJS packages inside an ES module still call it for Node's own
 * modules.
 */
const banner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/**
 * The hooks that bundle the parser's worker, which adapters.ts starts, into the folder of the function's own file. The
 * options are the same as for the function.
 */
const parserWorker: ICommandHooks = {
  beforeInstall: () => [],
  beforeBundling: () => [],
  afterBundling: (inputDir, outputDir) => [
    [
      'npx --no-install esbuild --bundle',
      `"${inputDir}/backend/src/parser/worker.ts"`,
      '--target=node24 --platform=node --format=esm --minify --main-fields=module,main --log-level=warning',
      `--banner:js="${banner}"`,
      `--outfile="${outputDir}/parser-worker.mjs"`,
    ].join(' '),
  ],
};

export type CapabilityFunctionProps<F extends FunctionName> = {
  name: F;
  /** The addresses of what the function uses. A missing one fails the type check. */
  addresses: AddressesOf<F>;
  /** Of these, the function gets those that it reads. */
  settings: Settings;
  memoryMegabytes: number;
  timeoutSeconds: number;
  /** True if the function reads feeds, pages or OPML. It reads them in a thread that has its own file. */
  parsesDocuments?: boolean;
  /** The queue for events that failed twice; only for functions that are invoked asynchronously. */
  deadLetterQueue?: IQueue;
};

/** A Lambda function from backend/src/lambda with its own role and log group. */
export class CapabilityFunction<F extends FunctionName> extends Construct {
  readonly handler: NodejsFunction;
  readonly name: F;

  constructor(scope: Construct, id: string, props: CapabilityFunctionProps<F>) {
    super(scope, id);
    this.name = props.name;
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);

    this.handler = new NodejsFunction(this, 'Function', {
      entry: join(root, 'backend/src/lambda', `${props.name}.ts`),
      projectRoot: root,
      depsLockFilePath: join(root, 'package-lock.json'),
      description: `Omomi ${props.name} (${Stack.of(this).stackName})`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMegabytes,
      timeout: Duration.seconds(props.timeoutSeconds),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: {
        ...variablesOf(props.name, props.addresses, props.settings),
        POWERTOOLS_SERVICE_NAME: props.name,
      },
      ...(props.deadLetterQueue === undefined ? {} : { deadLetterQueue: props.deadLetterQueue }),
      // SDK 3 ignores the variable that keeps connections of SDK 2 open.
      awsSdkConnectionReuse: false,
      bundling: {
        // Bundle the SDK: the tested version then runs, and one minified file loads faster than the runtime's own copy.
        bundleAwsSDK: true,
        logLevel: LogLevel.WARNING,
        format: OutputFormat.ESM,
        // Prefer the module builds of packages, because esbuild can drop unused code from them.
        mainFields: ['module', 'main'],
        minify: true,
        target: 'node24',
        banner,
        ...(props.parsesDocuments === true ? { commandHooks: parserWorker } : {}),
      },
    });
  }

  /** Creates the alarm for three failures within fifteen minutes. A single failure is retried automatically. */
  watchErrors(meaning: string): Watch {
    return {
      id: `${this.name}-errors`,
      metric: this.handler.metricErrors({ period: Duration.minutes(15) }),
      threshold: 3,
      meaning,
      section: this.name,
    };
  }
}

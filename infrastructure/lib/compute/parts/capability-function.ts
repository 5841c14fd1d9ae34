import { join } from 'node:path';
import type { FunctionName } from '@omomi/backend/config';
import type { QueueName } from '@omomi/backend/contract';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type ICommandHooks, LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Watch } from './watch.ts';
import type { Resources } from './resources.ts';
import { variablesOf } from './variables.ts';

const root = join(import.meta.dirname, '../../../..');

/**
 * The code that defines `require` in the bundle. CommonJS packages inside an ES module still call it for Node's own
 * modules.
 */
const banner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/**
 * Returns the command that bundles the parser's worker, which adapters.ts starts. The options are the same as for the
 * function.
 */
const bundleParserWorker = (inputDir: string, outputDir: string): string =>
  [
    'npx --no-install esbuild --bundle',
    `"${inputDir}/backend/src/parser/worker.ts"`,
    '--target=node24 --platform=node --format=esm --minify --main-fields=module,main --log-level=warning',
    // It finds its WebAssembly by the place of its own file, and only some functions have it.
    '--external:wasm-vips',
    `--banner:js="${banner}"`,
    `--outfile="${outputDir}/parser-worker.mjs"`,
  ].join(' ');

/** Returns the command that copies the tables of words, with their licences, to where `scoring/words` reads them. */
const copyWordTables = (inputDir: string, outputDir: string): string =>
  [
    `node -e "require('node:fs').cpSync(process.argv[1], process.argv[2], { recursive: true })"`,
    `"${inputDir}/backend/src/scoring/words/tables"`,
    `"${outputDir}/tables"`,
  ].join(' ');

/** The files of libvips that shrinking needs: 5 of the 13 MB of the package. The others read formats that are not shrunk. */
const vipsFiles = ['package.json', 'LICENSE', 'THIRD-PARTY-NOTICES.md', 'lib/vips-node.mjs', 'lib/vips.wasm'];

/** Returns the command that copies libvips to where the parser's worker finds it. */
const copyVips = (inputDir: string, outputDir: string): string =>
  [
    `node -e "const { cpSync } = require('node:fs'); const [from, to, ...files] = process.argv.slice(1);`,
    'for (const file of files) cpSync(from + file, to + file)"',
    `"${inputDir}/node_modules/wasm-vips/"`,
    `"${outputDir}/node_modules/wasm-vips/"`,
    ...vipsFiles,
  ].join(' ');

type Extras = Pick<
  CapabilityFunctionProps<FunctionName>,
  'parsesDocuments' | 'readsWords' | 'shrinksPictures'
>;

/** Returns the hooks that put what a function needs besides its own file into the same folder. */
const besideBundle = ({ parsesDocuments, readsWords, shrinksPictures }: Extras): ICommandHooks => ({
  beforeInstall: () => [],
  beforeBundling: () => [],
  afterBundling: (inputDir, outputDir) => [
    ...(parsesDocuments === true ? [bundleParserWorker(inputDir, outputDir)] : []),
    ...(readsWords === true ? [copyWordTables(inputDir, outputDir)] : []),
    ...(shrinksPictures === true ? [copyVips(inputDir, outputDir)] : []),
  ],
});

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
  /** True if the function scores or explains texts, for which it reads the tables of words. */
  readsWords?: boolean;
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

/** A Lambda function from backend/src/lambda with its own role and log group. */
export class CapabilityFunction<F extends FunctionName> extends Construct {
  readonly handler: NodejsFunction;
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
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: {
        ...variablesOf(props.name, props.resources),
        POWERTOOLS_SERVICE_NAME: props.name,
        POWERTOOLS_METRICS_NAMESPACE: metricNamespace(this),
      },
      ...(props.sendsToItself === true ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
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
        commandHooks: besideBundle(props),
      },
    });
  }

  /**
   * Returns a metric of this function's log lines with this message: their number, or the sum of one of their fields. It
   * is charged for the hours in which there is such a line.
   */
  countLines(name: string, message: string, field?: string): Metric {
    const filter = new MetricFilter(this, `Lines-${name}`, {
      logGroup: this.logGroup,
      filterPattern: FilterPattern.stringValue('$.message', '=', message),
      metricNamespace: metricNamespace(this),
      metricName: name,
      metricValue: field === undefined ? '1' : `$.${field}`,
    });
    return filter.metric({ statistic: Stats.SUM });
  }

  /**
   * Creates the alarm for messages that failed. A message that fails by itself is in the function's answer, and the
   * invocation counts as successful, so the log is counted too. A single failure is tried again automatically.
   */
  watchFailures(section: QueueName, meaning: string): Watch {
    const failed = this.countLines(`${this.name}_failed_messages`, 'message failed');
    return {
      id: `${this.name}-failures`,
      metric: new MathExpression({
        expression: 'FILL(failed, 0) + FILL(errors, 0)',
        usingMetrics: { failed, errors: this.handler.metricErrors() },
        period: Duration.minutes(15),
      }),
      threshold: 5,
      meaning,
      section,
    };
  }
}

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { AssetHashType, DockerImage, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { accept } from '../settings/accept.ts';

const root = join(import.meta.dirname, '../../..');

/** Builds the page into a folder. Throws if the build fails. */
export const buildPage = (outputDir: string): void => {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const config = join(root, 'frontend/vite.config.ts');
  const options = ['--config', config, '--outDir', outputDir, '--emptyOutDir', '--logLevel', 'warn'];
  // Standard output belongs to the synthesis.
  execFileSync(process.execPath, [vite, 'build', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
};

/** Returns the page, which is built when the stack is synthesised, so that no older build can be deployed. */
const pageSource = (): ISource =>
  Source.asset(join(root, 'frontend'), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never used, because the local build either succeeds or throws.
      image: DockerImage.fromRegistry('node:24'),
      local: {
        tryBundle: (outputDir) => {
          buildPage(outputDir);
          return true;
        },
      },
    },
  });

/**
 * Puts the page's files into the bucket. Files below assets/ have a hash of their content in their names, so browsers may
 * keep them for a year. All other files are asked for again each time. No file is ever deleted, because a page that is
 * open still loads the parts of its own version; a version takes about 1 MB.
 */
export class Page extends Construct {
  constructor(scope: Construct, id: string, bucket: IBucket) {
    super(scope, id);
    const source = pageSource();
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const common = {
      sources: [source],
      destinationBucket: bucket,
      prune: false,
      retainOnDelete: true,
      role,
      logGroup,
    };

    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.days(365)),
        CacheControl.immutable(),
      ],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
    });
    // The new index.html names new files, so they have to be there first.
    pages.node.addDependency(assets);
    acceptCopying(role, bucket);
  }
}

/** Accepts what the CDK's own copying function needs: it reads the built page and writes to this bucket alone. */
const acceptCopying = (role: Role, bucket: IBucket): void => {
  const stack = Stack.of(role);
  const {
    'Fn::GetAtt': [bucketId],
  } = stack.resolve(bucket.bucketArn);
  const assetsBucket = `arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${stack.region}`;
  const findings = [
    ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map(
      (action) => `Action::s3:${action}`,
    ),
    `Resource::${assetsBucket}/*`,
    `Resource::<${bucketId}.Arn>/*`,
  ];
  const reason =
    'The CDK grants its copying function these actions on the bucket of the page and that of its assets.';
  accept(role, Object.fromEntries(findings.map((finding) => [`AwsSolutions-IAM5[${finding}]`, reason])));
  accept(stack, { 'AwsSolutions-L1': 'The CDK chooses the runtime of its own copying function.' });
};

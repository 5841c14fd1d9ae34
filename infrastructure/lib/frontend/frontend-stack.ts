import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IFunctionUrl } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { clientBases, ORIGIN_HEADER } from '../../../backend/src/config/client-paths.ts';
import { OPENED_PATH } from '../../../backend/src/config/security-policy.ts';
import { accept } from '../settings/accept.ts';
import { readOutputs } from '../settings/read-outputs.ts';
import { createImageCaching } from './image-caching.ts';
import { Page } from './page.ts';
import { createApiHeaders, createOpenedHeaders, createSecurityHeaders } from './security-headers.ts';
import { clientsOrigin, viewerRequestCode } from './viewer-request.ts';

export type FrontendStackProps = StackProps & {
  apiUrl: IFunctionUrl;
  /** The URL that answers other feed readers, and the secret that the distribution sends there; undefined if none are served. */
  clients: { url: IFunctionUrl; secret: string } | undefined;
  /** True if the bucket is deleted with the stack. */
  isThrowaway: boolean;
};

const uncached = {
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  // The host must be the function URL's own; otherwise the signature is invalid.
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
};

/**
 * The page with its private bucket, and the distribution, which answers with the page and with /api from the function
 * URL. It signs its requests to both by origin access control.
 */
export class FrontendStack extends Stack {
  constructor(scope: Construct, id: string, { apiUrl, clients, isThrowaway, ...props }: FrontendStackProps) {
    super(scope, id, props);
    readOutputs(this);

    const pages = new Bucket(this, 'Pages', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // CloudFormation deletes only an empty bucket, so keep it, although its files can be built again at any time.
      removalPolicy: isThrowaway ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    accept(pages, {
      'AwsSolutions-S1': 'It holds the public files of the page, and only the distribution reads them.',
    });

    new Page(this, 'Page', pages);
    const viewerRequest = new EdgeFunction(this, 'ViewerRequest', {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(viewerRequestCode({ servesClients: clients !== undefined })),
      comment: 'The viewer for the API, the paths of the page',
    });
    const common = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: createSecurityHeaders(this),
      functionAssociations: [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    const api = {
      ...common,
      // A redirected request was sent once already, with its cookie or token, for everyone on the way to read.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: createApiHeaders(this),
      origin: FunctionUrlOrigin.withOriginAccessControl(apiUrl, { readTimeout: Duration.seconds(30) }),
    };
    const page = {
      ...common,
      origin: S3BucketOrigin.withOriginAccessControl(pages),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Omomi',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultRootObject: 'index.html',
      defaultBehavior: page,
      additionalBehaviors: {
        '/api/image': { ...api, ...createImageCaching(this) },
        // Before the rest of /api, because the first that matches counts.
        ...(clients === undefined ? {} : behavioursOfClients(clients, { ...api, ...uncached })),
        '/api/*': { ...api, ...uncached },
        [OPENED_PATH]: { ...page, responseHeadersPolicy: createOpenedHeaders(this) },
      },
    });
    acceptDistribution(distribution);

    this.createOutputs(distribution, pages);
  }

  private createOutputs(distribution: Distribution, pages: Bucket): void {
    new CfnOutput(this, 'Url', { value: `https://${distribution.distributionDomainName}` });
    new CfnOutput(this, 'DistributionId', { value: distribution.distributionId });
    new CfnOutput(this, 'PagesBucketName', { value: pages.bucketName });
  }
}

/** Returns the behaviours of the paths that belong to other feed readers. Whoever calls the URL itself does not have the secret. */
const behavioursOfClients = (
  { url, secret }: NonNullable<FrontendStackProps['clients']>,
  common: BehaviorOptions,
): Record<string, BehaviorOptions> => {
  const origin = new FunctionUrlOrigin(url, {
    originId: clientsOrigin,
    readTimeout: Duration.seconds(30),
    customHeaders: { [ORIGIN_HEADER]: secret },
  });
  const paths = clientBases.flatMap((base) => [base, `${base}/*`]);
  return Object.fromEntries(paths.map((path) => [path, { ...common, origin }]));
};

const acceptDistribution = (distribution: Distribution): void =>
  accept(distribution, {
    'AwsSolutions-CFR1': 'A reader may be anywhere.',
    'AwsSolutions-CFR2':
      'A web firewall has a fixed price several times that of everything else here; sign-in and rate limits stand in its place.',
    'AwsSolutions-CFR3': 'The API logs its requests; access logs would keep the addresses of readers.',
    'AwsSolutions-CFR4':
      'The default certificate of cloudfront.net fixes the minimum version; every viewer of today negotiates TLS 1.2 or 1.3.',
  });

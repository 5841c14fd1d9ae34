import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { clientBases, ORIGIN_HEADER } from '../../backend/src/config/client-paths.ts';
import { everySetting, resourcesOf, sharedTestApp, stackOf, templateOf } from './assembly.ts';

const template = Template.fromStack(stackOf(sharedTestApp(), 'Frontend'));

type Behaviour = {
  ViewerProtocolPolicy: string;
  PathPattern?: string;
  AllowedMethods?: string[];
  Compress?: boolean;
  CachePolicyId: string;
  OriginRequestPolicyId?: string;
  ResponseHeadersPolicyId: unknown;
  FunctionAssociations: { EventType: string }[];
};
const [distribution] = Object.values(resourcesOf(template, 'AWS::CloudFront::Distribution'));
const config = distribution!.Properties['DistributionConfig'] as {
  DefaultCacheBehavior: Behaviour;
  CacheBehaviors: Behaviour[];
  CustomErrorResponses?: unknown;
  Origins: { OriginAccessControlId: unknown }[];
};

describe('the distribution', () => {
  // The ids are those of CloudFront's managed policies.
  it('never caches the API, and forwards every header except Host', () => {
    expect(config.CacheBehaviors).toHaveLength(3);
    expect(config.CacheBehaviors[1]).toMatchObject({
      PathPattern: '/api/*',
      AllowedMethods: expect.arrayContaining(['PUT', 'POST', 'DELETE']),
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
  });

  it('caches the pictures of the image proxy by their whole address, the same for every reader', () => {
    const { PathPattern, AllowedMethods, Compress } = config.CacheBehaviors[0]!;
    expect({ PathPattern, AllowedMethods, Compress }).toEqual({
      PathPattern: '/api/image',
      AllowedMethods: ['GET', 'HEAD'],
      Compress: false,
    });
    const none = { CookieBehavior: 'none' };
    expect(() =>
      template.hasResourceProperties('AWS::CloudFront::CachePolicy', {
        CachePolicyConfig: {
          MinTTL: 0,
          MaxTTL: 31_536_000,
          ParametersInCacheKeyAndForwardedToOrigin: {
            CookiesConfig: none,
            HeadersConfig: { HeaderBehavior: 'none' },
            QueryStringsConfig: { QueryStringBehavior: 'all' },
          },
        },
      }),
    ).not.toThrow();
    expect(() =>
      template.hasResourceProperties('AWS::CloudFront::OriginRequestPolicy', {
        OriginRequestPolicyConfig: {
          CookiesConfig: none,
          HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-viewer-host'] },
          QueryStringsConfig: { QueryStringBehavior: 'all' },
        },
      }),
    ).not.toThrow();
  });

  it('signs its requests to both origins', () => {
    expect(config.Origins).toHaveLength(2);
    for (const origin of config.Origins) expect(origin.OriginAccessControlId).toBeDefined();
    for (const type of ['s3', 'lambda'])
      expect(() =>
        template.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
          OriginAccessControlConfig: Match.objectLike({
            OriginAccessControlOriginType: type,
            SigningBehavior: 'always',
            SigningProtocol: 'sigv4',
          }),
        }),
      ).not.toThrow();
  });

  it.each([
    ['lambda:InvokeFunctionUrl', Match.absent()],
    ['lambda:InvokeFunction', true],
  ])('has %s, as the only principal', (action, viaUrl) => {
    expect(() =>
      template.hasResourceProperties('AWS::Lambda::Permission', {
        Action: action,
        Principal: 'cloudfront.amazonaws.com',
        InvokedViaFunctionUrl: viaUrl,
        SourceArn: { 'Fn::Join': ['', Match.arrayWith([':distribution/'])] },
      }),
    ).not.toThrow();
    expect(() => template.resourceCountIs('AWS::Lambda::Permission', 2)).not.toThrow();
  });

  it('refuses the API over http, where a redirected request has shown its token, and redirects the page', () => {
    expect(config.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(config.CacheBehaviors.map(({ ViewerProtocolPolicy }) => ViewerProtocolPolicy)).toEqual([
      'https-only',
      'https-only',
      'redirect-to-https',
    ]);
  });

  it('leaves errors of the API as they are', () => {
    expect(config).not.toHaveProperty('CustomErrorResponses');
  });

  it('runs the same function for every request', () => {
    const behaviours = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
    for (const behaviour of behaviours)
      expect(behaviour.FunctionAssociations).toMatchObject([{ EventType: 'viewer-request' }]);
    expect(() =>
      template.hasResourceProperties('AWS::CloudFront::Function', {
        FunctionCode: Match.stringLikeRegexp('x-viewer-address'),
        FunctionConfig: Match.objectLike({ Runtime: 'cloudfront-js-2.0' }),
      }),
    ).not.toThrow();
  });
});

describe('the distribution that serves other feed readers', () => {
  const other = templateOf(sharedTestApp(everySetting), 'Frontend');
  const [found] = Object.values(resourcesOf(other, 'AWS::CloudFront::Distribution'));
  const { CacheBehaviors: behaviours, Origins: origins } = found!.Properties['DistributionConfig'] as {
    CacheBehaviors: (Behaviour & { TargetOriginId: string })[];
    Origins: { Id: string; OriginCustomHeaders?: unknown; OriginAccessControlId?: unknown }[];
  };

  it('asks their function at each of their paths, before the API, and caches nothing', () => {
    const paths = behaviours.map(({ PathPattern }) => PathPattern);
    const theirs = clientBases.flatMap((base) => [base, `${base}/*`]);
    expect(paths).toEqual(['/api/image', ...theirs, '/api/*', '/save']);
    const [image, ...rest] = behaviours.slice(0, -1);
    const api = rest.at(-1)!;
    for (const behaviour of rest.slice(0, -1)) {
      expect(behaviour).toMatchObject({
        AllowedMethods: expect.arrayContaining(['POST']),
        CachePolicyId: api.CachePolicyId,
        OriginRequestPolicyId: api.OriginRequestPolicyId,
        ViewerProtocolPolicy: 'https-only',
      });
      expect(behaviour.TargetOriginId).not.toBe(api.TargetOriginId);
    }
    expect(image?.TargetOriginId).toBe(api.TargetOriginId);
  });

  it('shows the function the secret, of which the template has the name alone', () => {
    const { TargetOriginId: id } = behaviours.find(({ PathPattern }) => PathPattern === '/reader/*')!;
    const origin = origins.find(({ Id }) => Id === id);
    expect(origin).toMatchObject({
      OriginCustomHeaders: [{ HeaderName: ORIGIN_HEADER, HeaderValue: '{{resolve:ssm:/omomi/apps:3}}' }],
    });
    // A signature would need the digest of each body, which these clients do not send.
    expect(origin).not.toHaveProperty('OriginAccessControlId');
  });
});

describe('the headers of every answer', () => {
  it('forbid foreign scripts and all frames', () => {
    const behaviours = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
    for (const behaviour of behaviours) expect(behaviour.ResponseHeadersPolicyId).toBeDefined();
    expect(() =>
      template.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: {
              ContentSecurityPolicy: Match.stringLikeRegexp(
                "^default-src 'self'; script-src 'self'; .*frame-ancestors 'none'; base-uri 'none'",
              ),
              Override: true,
            },
            ContentTypeOptions: { Override: true },
            ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
            StrictTransportSecurity: Match.objectLike({ AccessControlMaxAgeSec: 31_536_000 }),
          },
        },
      }),
    ).not.toThrow();
  });
});

describe('the headers of the API’s answers', () => {
  type Policy = { SecurityHeadersConfig: { ContentSecurityPolicy: { Override: boolean } } };
  const policies = resourcesOf(template, 'AWS::CloudFront::ResponseHeadersPolicy');
  const policyOf = ({ ResponseHeadersPolicyId }: Behaviour) => {
    const { Ref } = ResponseHeadersPolicyId as { Ref: string };
    return (policies[Ref]!.Properties['ResponseHeadersPolicyConfig'] as Policy).SecurityHeadersConfig;
  };
  const ofPages = policyOf(config.DefaultCacheBehavior);
  const ofApi = policyOf(config.CacheBehaviors[0]!);

  it('keep the policy of an image, and forbid everything in answers without a policy', () => {
    expect(ofApi.ContentSecurityPolicy).toEqual({
      ContentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
      Override: false,
    });
  });

  it('differ at the page that a bookmark opens in that it keeps the window that opened it, and in nothing else', () => {
    const opened = config.CacheBehaviors.filter(({ PathPattern }) => PathPattern === '/save');
    expect(opened).toHaveLength(1);
    const headersOf = (behaviour: Behaviour) => {
      const { Ref } = behaviour.ResponseHeadersPolicyId as { Ref: string };
      const { Name: _, ...rest } = policies[Ref]!.Properties['ResponseHeadersPolicyConfig'] as {
        Name: string;
      };
      return JSON.stringify(rest);
    };
    const kept = headersOf(config.DefaultCacheBehavior);
    expect(kept).toContain('"same-origin"');
    expect(headersOf(opened[0]!)).toBe(kept.replace('"same-origin"', '"unsafe-none"'));
    const {
      PathPattern: _,
      ResponseHeadersPolicyId: __,
      ...rest
    } = opened[0]! as Behaviour & { PathPattern: string };
    const { ResponseHeadersPolicyId: ___, ...page } = config.DefaultCacheBehavior;
    expect(rest).toEqual(page);
  });

  it('are otherwise those of the pages', () => {
    const { ContentSecurityPolicy } = ofPages;
    expect(ContentSecurityPolicy.Override).toBe(true);
    expect({ ...ofApi, ContentSecurityPolicy }).toEqual(ofPages);
  });
});

describe('the files of the page', () => {
  type Files = {
    Include?: string[];
    Exclude: string[];
    Prune: boolean;
    SystemMetadata: { 'cache-control': string };
  };
  const deployments = Object.entries(template.findResources('Custom::CDKBucketDeployment'));
  const [assets, pages] = ['assets/*', undefined].map((include) =>
    deployments.find(([, { Properties }]) => Properties.Include?.[0] === include)!,
  );
  const filesOf = (deployment: (typeof deployments)[number] | undefined) =>
    deployment?.[1]['Properties'] as Files;

  it('with a hash in their name are cached by the browser for a year', () => {
    expect(filesOf(assets)).toMatchObject({
      Include: ['assets/*'],
      Exclude: ['*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
  });

  it('without a hash are revalidated each time', () => {
    expect(filesOf(pages)).toMatchObject({
      Exclude: ['assets/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
    });
  });

  it('are never missing: old ones stay, and new ones are uploaded before the page', () => {
    expect(deployments).toHaveLength(2);
    for (const [, { Properties }] of deployments)
      expect(Properties).toMatchObject({ Prune: false, RetainOnDelete: true });
    expect(pages?.[1]['DependsOn']).toContain(assets?.[0]);
  });
});

it('blocks public access to the bucket of the page', () => {
  expect(() =>
    template.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: Match.objectLike({
        BlockPublicPolicy: true,
        RestrictPublicBuckets: true,
      }),
    }),
  ).not.toThrow();
});

import { parameterText } from './ssm.ts';
import { isRecord, type Stack, type Stacks } from './stacks.ts';

/** How long answers are kept and what tells them apart. Times in seconds. */
export type CachePolicy = {
  minimum: number;
  usual: number;
  maximum: number;
  byQuery: boolean;
  /** The encodings for which answers are kept apart, and into which they are compressed. */
  encodings: readonly string[];
};

/** The parts of a viewer's request that reach the origin, beside those that the cache tells apart. */
type RequestPolicy = { headers: 'none' | 'all' | readonly string[]; cookies: boolean; query: boolean };

type AddedHeader = { name: string; value: string; overrides: boolean };

type OriginSpec = {
  origin: 'page' | 'api' | 'clients';
  host: string;
  /** The headers that the distribution adds to its requests, by name in lower case. */
  sends: Readonly<Record<string, string>>;
};

/** A behaviour of the distribution: what happens to the requests of its paths. */
export type Behaviour = {
  /** The paths, with `*` and `?`. */
  pattern: string;
  methods: readonly string[];
  to: OriginSpec;
  cache: CachePolicy;
  request: RequestPolicy;
  adds: readonly AddedHeader[];
  compresses: boolean;
  /** The code of the function that each request passes first. */
  viewerRequest: string | undefined;
};

export type DistributionSpec = {
  arn: string;
  rootObject: string;
  /** In the order in which their patterns are tried; the last one has every path. */
  behaviours: readonly Behaviour[];
  /** The origins by their ids, which the function of a behaviour may select. */
  origins: ReadonlyMap<string, OriginSpec>;
};

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const YEAR = 31_536_000;
const both = ['br', 'gzip'];

/** The policies of AWS's own that the template names by their ids. */
const managedCaches: Readonly<Record<string, CachePolicy>> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    minimum: 1,
    usual: 86_400,
    maximum: YEAR,
    byQuery: false,
    encodings: both,
  },
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': {
    minimum: 0,
    usual: 0,
    maximum: 0,
    byQuery: false,
    encodings: [],
  },
};
const managedRequests: Readonly<Record<string, RequestPolicy>> = {
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': { headers: 'all', cookies: true, query: true },
};

const behaviourOf = (value: unknown, key: string, known: readonly string[]): string => {
  const behaviour = text(record(value)[key], 'none');
  if (!known.includes(behaviour)) throw new Error(`the box does not know ${key}: ${behaviour}`);
  return behaviour;
};

const readCache = (config: Record<string, unknown>): CachePolicy => {
  const parameters = record(config['ParametersInCacheKeyAndForwardedToOrigin']);
  behaviourOf(parameters['CookiesConfig'], 'CookieBehavior', ['none']);
  behaviourOf(parameters['HeadersConfig'], 'HeaderBehavior', ['none']);
  const query = behaviourOf(parameters['QueryStringsConfig'], 'QueryStringBehavior', ['none', 'all']);
  return {
    minimum: Number(config['MinTTL']),
    usual: Number(config['DefaultTTL']),
    maximum: Number(config['MaxTTL']),
    byQuery: query === 'all',
    encodings: [
      ...(parameters['EnableAcceptEncodingBrotli'] === true ? ['br'] : []),
      ...(parameters['EnableAcceptEncodingGzip'] === true ? ['gzip'] : []),
    ],
  };
};

const readRequest = (config: Record<string, unknown>): RequestPolicy => {
  const headers = behaviourOf(config['HeadersConfig'], 'HeaderBehavior', ['none', 'whitelist']);
  return {
    headers: headers === 'none' ? 'none' : list(record(config['HeadersConfig'])['Headers']).map(String),
    cookies: behaviourOf(config['CookiesConfig'], 'CookieBehavior', ['none', 'all']) === 'all',
    query: behaviourOf(config['QueryStringsConfig'], 'QueryStringBehavior', ['none', 'all']) === 'all',
  };
};

/** Returns the headers that a policy adds to answers. */
const readAdded = (config: Record<string, unknown>): AddedHeader[] => {
  const security = record(config['SecurityHeadersConfig']);
  const strict = record(security['StrictTransportSecurity']);
  const values: Readonly<Record<string, readonly [string, unknown]>> = {
    ContentSecurityPolicy: [
      'content-security-policy',
      record(security['ContentSecurityPolicy'])['ContentSecurityPolicy'],
    ],
    ContentTypeOptions: ['x-content-type-options', 'nosniff'],
    FrameOptions: ['x-frame-options', record(security['FrameOptions'])['FrameOption']],
    ReferrerPolicy: ['referrer-policy', record(security['ReferrerPolicy'])['ReferrerPolicy']],
    StrictTransportSecurity: [
      'strict-transport-security',
      `max-age=${String(strict['AccessControlMaxAgeSec'])}${strict['IncludeSubdomains'] === true ? '; includeSubDomains' : ''}`,
    ],
  };
  const secured = Object.entries(security).map(([part, settings]): AddedHeader => {
    const [name, value] = values[part] ?? [];
    if (name === undefined) throw new Error(`the box does not know the header ${part}`);
    return { name, value: String(value), overrides: record(settings)['Override'] === true };
  });
  const custom = list(record(config['CustomHeadersConfig'])['Items']).map(record);
  return [
    ...secured,
    ...custom.map(({ Header, Value, Override }) => ({
      name: String(Header),
      value: String(Value),
      overrides: Override === true,
    })),
  ];
};

/** Returns a text of the template with what CloudFormation puts in the place of a reference to a parameter. */
const withParameters = (value: string, values: Readonly<Record<string, string>>): string =>
  value.replaceAll(/\{\{resolve:ssm:([^}]+)\}\}/g, (_, asked: string) => parameterText(values, asked));

/** Returns which origin it is: the bucket, or a function URL, of which the API's alone gets signed requests. */
const readOrigin = (
  origin: Record<string, unknown>,
  host: string,
  parameters: Readonly<Record<string, string>>,
): OriginSpec => {
  const sends = Object.fromEntries(
    list(origin['OriginCustomHeaders'])
      .map(record)
      .map(({ HeaderName, HeaderValue }) => [
        String(HeaderName).toLowerCase(),
        withParameters(String(HeaderValue), parameters),
      ]),
  );
  if ('S3OriginConfig' in origin) return { origin: 'page', host, sends };
  return { origin: 'OriginAccessControlId' in origin ? 'api' : 'clients', host, sends };
};

/** Reads the distribution of an assembly: its behaviours with their policies and their function. The parameters have these values. */
export const readDistribution = (
  { all, resolve }: Pick<Stacks, 'all' | 'resolve'>,
  parameters: Readonly<Record<string, string>> = {},
): DistributionSpec => {
  const [found] = all('AWS::CloudFront::Distribution');
  if (found === undefined) throw new Error('the templates have no distribution');
  const config = record(found.properties['DistributionConfig']);
  const { Resources: resources }: Stack = found.stack;
  /** Returns the properties of a resource to which a value refers; undefined for the id of a managed policy. */
  const refersTo = (value: unknown): Record<string, unknown> | undefined => {
    const { Ref: id, 'Fn::GetAtt': attribute } = record(value);
    const name = typeof id === 'string' ? id : list(attribute)[0];
    return typeof name === 'string' ? resources[name]?.Properties : undefined;
  };
  const policy = <T>(
    value: unknown,
    part: string,
    read: (config: Record<string, unknown>) => T,
    managed: Readonly<Record<string, T>>,
  ): T => {
    const own = refersTo(value);
    const policyRead = own === undefined ? managed[String(value)] : read(record(own[part]));
    if (policyRead === undefined)
      throw new Error(`the box does not know the policy ${JSON.stringify(value)}`);
    return policyRead;
  };
  const origins = new Map(
    list(config['Origins'])
      .map(record)
      .map((origin) => [
        String(origin['Id']),
        readOrigin(origin, resolve(found.stack, origin['DomainName']), parameters),
      ]),
  );

  const readBehaviour = (behaviour: Record<string, unknown>): Behaviour => {
    const [association] = list(behaviour['FunctionAssociations']).map(record);
    const code = refersTo(association?.['FunctionARN'])?.['FunctionCode'];
    const request = behaviour['OriginRequestPolicyId'];
    return {
      pattern: text(behaviour['PathPattern'], '*'),
      methods: list(behaviour['AllowedMethods'] ?? ['GET', 'HEAD']).map(String),
      to: origins.get(String(behaviour['TargetOriginId'])) ?? { origin: 'page', host: '', sends: {} },
      cache: policy(behaviour['CachePolicyId'], 'CachePolicyConfig', readCache, managedCaches),
      request:
        request === undefined
          ? { headers: 'none', cookies: false, query: false }
          : policy(request, 'OriginRequestPolicyConfig', readRequest, managedRequests),
      adds: policy(behaviour['ResponseHeadersPolicyId'], 'ResponseHeadersPolicyConfig', readAdded, {}),
      compresses: behaviour['Compress'] === true,
      viewerRequest: typeof code === 'string' ? code : undefined,
    };
  };
  return {
    origins,
    arn: `arn:aws:cloudfront::123456789012:distribution/${found.id}`,
    rootObject: text(config['DefaultRootObject'], ''),
    behaviours: [...list(config['CacheBehaviors']).map(record), record(config['DefaultCacheBehavior'])].map(
      readBehaviour,
    ),
  };
};

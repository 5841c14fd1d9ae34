import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { z } from 'zod';

const TIME_LIMIT_MS = 5_000;

const parameters = z.object({
  Parameters: z.array(z.object({ Name: z.string(), Version: z.int(), Value: z.string() })),
});

/**
 * Asks SSM for parameters by name and version (`/omomi/oidc:3`), as the role of the function, in one request. The SDK's
 * own client would be a package for this one request. @throws Error if SSM does not answer within five seconds, or refuses.
 */
export const readParameters = async (
  variables: Record<string, string | undefined>,
  names: string[],
): Promise<Map<string, string>> => {
  const region = variables['AWS_REGION'] ?? '';
  const url = new URL(variables['AWS_ENDPOINT_URL_SSM'] ?? `https://ssm.${region}.amazonaws.com/`);
  const signer = new SignatureV4({
    service: 'ssm',
    region,
    sha256: Sha256,
    credentials: {
      accessKeyId: variables['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: variables['AWS_SECRET_ACCESS_KEY'] ?? '',
      ...(variables['AWS_SESSION_TOKEN'] === undefined
        ? {}
        : { sessionToken: variables['AWS_SESSION_TOKEN'] }),
    },
  });
  const body = JSON.stringify({ Names: names, WithDecryption: true });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: {},
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonSSM.GetParameters',
    },
    body,
  });
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  const text = await response.text();
  if (!response.ok) throw new Error(`SSM answered ${response.status}: ${text.slice(0, 500)}`);
  const { Parameters } = parameters.parse(JSON.parse(text));
  return new Map(Parameters.map(({ Name, Version, Value }) => [`${Name}:${Version}`, Value]));
};

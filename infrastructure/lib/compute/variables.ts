import type { EnvironmentOf, FunctionName, VariablesOf } from '@omomi/backend/config';
import { SecretValue } from 'aws-cdk-lib';
import type { Settings } from '../settings/settings.ts';
import type { Resources } from './resources.ts';

/** The names of the variables that always have a value once the function has read them. */
type Settled<F extends FunctionName> = {
  [K in keyof EnvironmentOf<F>]-?: undefined extends EnvironmentOf<F>[K] ? never : K;
}[keyof EnvironmentOf<F>] &
  keyof VariablesOf<F>;

/**
 * The variables that a function must be given. A variable with a default is required too: the default is meant for the
 * local runner, and omitting it here would silently override the deployment's choice.
 */
export type DemandedVariables<F extends FunctionName> = VariablesOf<F> &
  Required<Pick<VariablesOf<F>, Settled<F>>>;

export const blobVariables = ({ blobs }: Resources) => ({ BLOB_BUCKET: blobs.bucketName });

type EmbedderVariables = Settings['embedder'] & Pick<VariablesOf<'score'>, 'OPENAI_API_KEY'>;

/**
 * Returns the variables of the embedder. The template contains a reference to the key, which CloudFormation resolves
 * when it deploys.
 */
export const embedderVariables = ({ settings }: Resources): EmbedderVariables => ({
  ...settings.embedder,
  ...(settings.openaiSecret === undefined
    ? {}
    : { OPENAI_API_KEY: SecretValue.secretsManager(settings.openaiSecret).unsafeUnwrap() }),
});

type SignInVariables = Settings['signIn'] & Pick<VariablesOf<'api'>, 'OIDC_CLIENT_SECRET' | 'OIDC_PROVIDERS'>;

const secretNamed = (name: string): string => SecretValue.secretsManager(name).unsafeUnwrap();

/** Returns the variables for sign-in. As above, the template contains only references to secrets. */
export const signInVariables = ({ settings }: Resources): SignInVariables => {
  const { signIn, oidcSecret, oidcProvidersSecret } = settings;
  return {
    ...signIn,
    ...(oidcSecret === undefined ? {} : { OIDC_CLIENT_SECRET: secretNamed(oidcSecret) }),
    ...(oidcProvidersSecret === undefined ? {} : { OIDC_PROVIDERS: secretNamed(oidcProvidersSecret) }),
  };
};

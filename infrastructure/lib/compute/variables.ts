import type { EnvironmentOf, FunctionName, VariablesOf } from '@omomi/backend/config';
import { SecretValue } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';
import type { Resources } from './resources.ts';

/** Those that the function always has once it has read them. */
type Settled<F extends FunctionName> = {
  [K in keyof EnvironmentOf<F>]-?: undefined extends EnvironmentOf<F>[K] ? never : K;
}[keyof EnvironmentOf<F>] &
  keyof VariablesOf<F>;

/**
 * What a function must be given. A variable with a default is demanded too: the default is the local runner's, and
 * forgotten here it would silently undo what the deployment chose.
 */
export type DemandedVariables<F extends FunctionName> = VariablesOf<F> &
  Required<Pick<VariablesOf<F>, Settled<F>>>;

export const blobVariables = ({ blobs }: Resources) => ({ BLOB_BUCKET: blobs.bucketName });

type EmbedderVariables = Settings['embedder'] & Pick<VariablesOf<'score'>, 'OPENAI_API_KEY'>;

/** The template holds a reference to the key; CloudFormation resolves it when it deploys. */
export const embedderVariables = ({ settings }: Resources): EmbedderVariables => ({
  ...settings.embedder,
  ...(settings.openaiSecret === undefined
    ? {}
    : { OPENAI_API_KEY: SecretValue.secretsManager(settings.openaiSecret).unsafeUnwrap() }),
});

type SignInVariables = Settings['signIn'] & Pick<VariablesOf<'api'>, 'OIDC_CLIENT_SECRET' | 'OIDC_PROVIDERS'>;

const secretNamed = (name: string): string => SecretValue.secretsManager(name).unsafeUnwrap();

/** Who may sign in; as above, the template has references to what is secret. */
export const signInVariables = ({ settings }: Resources): SignInVariables => {
  const { signIn, oidcSecret, oidcProvidersSecret } = settings;
  return {
    ...signIn,
    ...(oidcSecret === undefined ? {} : { OIDC_CLIENT_SECRET: secretNamed(oidcSecret) }),
    ...(oidcProvidersSecret === undefined ? {} : { OIDC_PROVIDERS: secretNamed(oidcProvidersSecret) }),
  };
};

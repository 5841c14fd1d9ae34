import type { Environments } from '../lib/settings/environment.ts';
import { development } from './development.ts';
import { nightly } from './nightly.ts';
import { production } from './production.ts';

/** Every environment that can be deployed, by the name that `-c environment=<name>` and the stacks have. */
export const environments: Environments = { production, development, nightly };

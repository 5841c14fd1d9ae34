import { CrossStackReferences, ReferenceStrength } from 'aws-cdk-lib';
import type { Stack } from 'aws-cdk-lib';
import { accept } from './accept.ts';

/**
 * Makes a stack, which has nothing in it yet, read the outputs of other stacks instead of importing their exports.
 * CloudFormation refuses an update that changes or removes an imported export, so bookmarks could not be switched off
 * again. The exports themselves stay, because deployments whose stacks still import them could not be updated otherwise.
 *
 * Compute imports from Database all the same, so that an update which would replace the table is refused.
 */
export const readOutputs = (stack: Stack): void => {
  CrossStackReferences.of(stack).consume(ReferenceStrength.BOTH);
  accept(stack, {
    '@aws-cdk/core:crossStackReferencesBothTransitional':
      'The exports stay until no deployment imports them any more.',
  });
};

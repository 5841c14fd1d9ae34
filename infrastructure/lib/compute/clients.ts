import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { FunctionUrl } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { CapabilityFunction } from './parts/capability-function.ts';
import type { Resources } from './parts/resources.ts';

/**
 * The function that answers other feed readers and assistants. They cannot sign a body, as origin access control needs it, so
 * everybody may call its URL, and it answers only who sends the distribution's secret.
 */
export class Clients extends Construct {
  readonly function: CapabilityFunction<'clients'>;
  readonly url: FunctionUrl;

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    this.function = new CapabilityFunction(this, 'Clients', {
      name: 'clients',
      parsesDocuments: true,
      // A book has pictures in it.
      shrinksPictures: true,
      // Readers' segments take at most 300 MB of it.
      memoryMegabytes: 1024,
      // As for the API, CloudFront waits 30 s.
      timeoutSeconds: 29,
      resources,
    });
    this.url = this.function.handler.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
  }
}

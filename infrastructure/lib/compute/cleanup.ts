import { Schedule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { Watch } from '../watch.ts';
import { CapabilityFunction } from './capability-function.ts';
import { grantBlobs, grantTable, readAndWrite } from './grants.ts';
import type { Resources } from './resources.ts';
import { blobVariables } from './variables.ts';
import { createScheduleDlq, runOn } from './scheduled.ts';
import { watchDeadLetters } from './work-queue.ts';

/** At 02:00 UTC, removes what expired. */
export class Cleanup extends Construct {
  readonly function: CapabilityFunction<'cleanup'>;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const { table, blobs, settings } = resources;
    const deadLetterQueue = createScheduleDlq(this, 'CleanupDlq');
    this.function = new CapabilityFunction(this, 'Cleanup', {
      name: 'cleanup',
      memoryMegabytes: 512,
      timeoutSeconds: 900,
      deadLetterQueue,
      variables: { TABLE_NAME: table.tableName, ...blobVariables(resources), ...settings.retention },
    });
    const { handler } = this.function;
    grantTable(handler, table, readAndWrite);
    grantBlobs(this.function, blobs, ['DeleteObject']);
    runOn(this, Schedule.cron({ hour: '2', minute: '0' }), handler, deadLetterQueue);
    this.watches = [
      { ...this.function.watchErrors('What expired is not removed.'), threshold: 1 },
      watchDeadLetters('cleanup', deadLetterQueue),
    ];
  }
}

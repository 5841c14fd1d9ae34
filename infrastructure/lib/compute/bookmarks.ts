import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { Watch } from './watch.ts';
import { CapabilityFunction } from './capability-function.ts';
import { grantBlobs, grantTable } from './grants.ts';
import type { Resources } from './resources.ts';
import { createScheduleDlq, runOn } from './scheduled.ts';
import { watchDeadLetters } from './work-queue.ts';

/** The function that asks Hatena Bookmark, every ten minutes, how often the articles that are due are bookmarked. */
export class Bookmarks extends Construct {
  readonly function: CapabilityFunction<'bookmarks'>;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const { table, blobs, settings } = resources;
    const deadLetterQueue = createScheduleDlq(this, 'BookmarksDlq');
    this.function = new CapabilityFunction(this, 'Bookmarks', {
      name: 'bookmarks',
      memoryMegabytes: 256,
      // This is enough for a hundred calls five seconds apart, or for twelve minutes of slow calls.
      timeoutSeconds: 900,
      deadLetterQueue,
      settings,
      addresses: { TABLE_NAME: table.tableName, BLOB_BUCKET: blobs.bucketName },
    });
    const { handler } = this.function;
    grantTable(handler, table, ['Query', 'UpdateItem', 'BatchWriteItem']);
    grantBlobs(this.function, blobs, ['GetObject', 'PutObject']);
    runOn(this, Schedule.rate(Duration.minutes(10)), handler, deadLetterQueue);
    this.watches = [
      this.function.watchErrors('Bookmarks are not counted; the last counts stay.'),
      watchDeadLetters('bookmarks', deadLetterQueue),
    ];
  }
}

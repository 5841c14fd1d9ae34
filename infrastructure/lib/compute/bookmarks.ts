import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { CapabilityFunction } from './parts/capability-function.ts';
import type { Resources } from './parts/resources.ts';
import { createEventDlq, runOn } from './parts/scheduled.ts';

/** The function that asks Hatena Bookmark, every ten minutes, how often the articles that are due are bookmarked. */
export class Bookmarks extends Construct {
  readonly function: CapabilityFunction<'bookmarks'>;
  readonly deadLetters: IQueue;

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const deadLetterQueue = createEventDlq(this, 'BookmarksDlq');
    this.deadLetters = deadLetterQueue;
    this.function = new CapabilityFunction(this, 'Bookmarks', {
      name: 'bookmarks',
      memoryMegabytes: 256,
      // This is enough for a hundred calls five seconds apart, or for twelve minutes of slow calls.
      timeoutSeconds: 900,
      deadLetterQueue,
      resources,
    });
    runOn(this, Schedule.rate(Duration.minutes(10)), this.function.handler, deadLetterQueue);
  }
}

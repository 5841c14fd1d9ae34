/**
 * The rights that the suites of the box do not use, by the reason; functions, actions and resources as `shortName` writes
 * them. A right that is used must be taken from this list, and one that is not used needs a reason here or is taken from its role.
 */
export const rightsNotUsed: Readonly<Record<string, readonly string[]>> = {
  'S3 says that an object is missing, and not that it is forbidden, only to callers that may list; none is missing here.':
    [
      'fetch: s3:ListBucket on Blobs',
      'score: s3:ListBucket on Blobs',
      'jobs: s3:ListBucket on Blobs',
      'pages: s3:ListBucket on Blobs',
    ],
  'Only texts that are too large for the table are kept in the bucket; here all are short.': [
    'fetch: s3:GetObject on Blobs/*',
    'fetch: s3:PutObject on Blobs/*',
    'score: s3:GetObject on Blobs/*',
    'score: s3:PutObject on Blobs/*',
    'score: s3:DeleteObject on Blobs/*',
    'pages: s3:GetObject on Blobs/*',
    'pages: s3:PutObject on Blobs/*',
    'pages: s3:DeleteObject on Blobs/*',
  ],
  'No document is imported, and nobody leaves.': [
    'api: s3:DeleteObject on Blobs/*',
    'jobs: s3:GetObject on Blobs/*',
    'jobs: s3:PutObject on Blobs/*',
    'jobs: s3:DeleteObject on Blobs/*',
  ],
  'The lists of these indexes are not asked for.': [
    'api: dynamodb:Query on table/Table/index/by-feed',
    'api: dynamodb:Query on table/Table/index/by-importance',
    'api: dynamodb:Query on table/Table/index/saved',
    'jobs: dynamodb:Query on table/Table/index/saved',
    'score: dynamodb:Query on table/Table/index/by-importance',
    'score: dynamodb:Query on table/Table/index/by-time',
  ],
  'No feed is due, and no reader waits for the model.': [
    'dispatch: sqs:SendMessage on FetchQueue.fifo',
    'dispatch: sqs:SendMessage on ScoreQueue',
  ],
  'No document that is fetched again has changed.': [
    'fetch: dynamodb:BatchGetItem on table/Table',
    'fetch: dynamodb:BatchWriteItem on table/Table',
    'fetch: dynamodb:PutItem on table/Table',
    'fetch: sqs:SendMessage on ScoreQueue',
    'fetch: sqs:SendMessage on PagesQueue',
  ],
  'A job that was lost is sent again by whoever next reports to it.': [
    'fetch: sqs:SendMessage on JobsQueue',
    'score: sqs:SendMessage on JobsQueue',
    'pages: sqs:SendMessage on JobsQueue',
    'score: dynamodb:DeleteItem on table/Table',
  ],
  'No older items are asked for.': ['jobs: sqs:SendMessage on ScoreQueue'],
  'No feed loses its last subscriber.': [
    'cleanup: dynamodb:DeleteItem on table/Table',
    'cleanup: dynamodb:UpdateItem on table/Table',
  ],
};

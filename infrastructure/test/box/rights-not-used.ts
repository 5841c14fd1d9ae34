/**
 * The rights that the suites of the box do not use, by the reason; functions, actions and resources as `shortName` writes
 * them. A right that is used must be taken from this list, and one that is not used needs a reason here or is taken from its role.
 */
export const rightsNotUsed: Readonly<Record<string, readonly string[]>> = {
  'S3 says that an object is missing, and not that it is forbidden, only to callers that may list; none is missing here.':
    [
      'clients: s3:ListBucket on Blobs',
      'dispatch: s3:ListBucket on Blobs',
      'fetch: s3:ListBucket on Blobs',
      'score: s3:ListBucket on Blobs',
      'jobs: s3:ListBucket on Blobs',
      'pages: s3:ListBucket on Blobs',
    ],
  'A saved copy is renewed by a rule, or by a page that is asked for anew and became short.': [
    'score: s3:PutObject on Blobs/*',
    'score: s3:DeleteObject on Blobs/*',
    'pages: s3:DeleteObject on Blobs/*',
    'jobs: s3:PutObject on Blobs/*',
  ],
  'What a reader likes is learned from the newest and the saved articles, and nobody has chosen that here.': [
    'jobs: dynamodb:Query on table/Table/index/saved',
    'score: dynamodb:Query on table/Table/index/by-time',
    'score: dynamodb:Query on table/Table/index/saved',
  ],
  'Only a job of which all messages are lost is sent again by whoever reports to it.': [
    'fetch: sqs:SendMessage on JobsQueue',
    'pages: sqs:SendMessage on JobsQueue',
  ],
  'Other feed readers ask for little here.': [
    'clients: dynamodb:Query on table/Table/index/saved',
    'clients: s3:DeleteObject on Blobs/*',
  ],
  'Notifications read the best articles of all only where 600 are new.': [
    'dispatch: dynamodb:Query on table/Table/index/by-importance at USER#*',
  ],
  'No older items are asked for.': ['jobs: sqs:SendMessage on ScoreQueue'],
};

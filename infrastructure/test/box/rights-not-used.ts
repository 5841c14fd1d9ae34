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
    ],
  'Texts, saved copies and icons are in the bucket only if they are large, and few are here.': [
    'api: s3:GetObject on Blobs/icons/*',
    'api: s3:PutObject on Blobs/articles/*',
    'api: s3:PutObject on Blobs/icons/*',
    'clients: s3:GetObject on Blobs/articles/*',
    'clients: s3:GetObject on Blobs/saved/*',
    'clients: s3:PutObject on Blobs/articles/*',
    'clients: s3:PutObject on Blobs/icons/*',
    'clients: s3:PutObject on Blobs/saved/*',
    'clients: s3:DeleteObject on Blobs/saved/*',
    'fetch: s3:GetObject on Blobs/saved/*',
    'fetch: s3:PutObject on Blobs/icons/*',
    'fetch: s3:DeleteObject on Blobs/saved/*',
    'jobs: s3:GetObject on Blobs/articles/*',
    'jobs: s3:GetObject on Blobs/saved/*',
    'jobs: s3:PutObject on Blobs/articles/*',
    'jobs: s3:DeleteObject on Blobs/articles/*',
    'jobs: s3:DeleteObject on Blobs/saved/*',
    'mails: s3:GetObject on Blobs/articles/*',
    'mails: s3:PutObject on Blobs/articles/*',
    'score: s3:PutObject on Blobs/articles/*',
    'score: s3:PutObject on Blobs/saved/*',
    'score: s3:DeleteObject on Blobs/saved/*',
  ],
  'The API alone searches here, and no segment is older than 30 days.': [
    'clients: s3:GetObject on Blobs/search/*',
    'clients: s3:PutObject on Blobs/search/*',
    'clients: s3:DeleteObject on Blobs/search/*',
    'jobs: s3:DeleteObject on Blobs/search/*',
  ],
  'A document to import is read again only while another is imported, and deleted by who took it only if no job began.':
    [
      'api: s3:GetObject on Blobs/imports/*',
      'api: s3:DeleteObject on Blobs/imports/*',
      'clients: s3:GetObject on Blobs/imports/*',
      'clients: s3:DeleteObject on Blobs/imports/*',
    ],
  'What a reader likes is learned from the newest and the saved articles, and nobody has chosen that here.': [
    'jobs: dynamodb:Query on table/omomi-restored/index/saved',
    'score: dynamodb:Query on table/omomi-restored/index/by-time',
    'score: dynamodb:Query on table/omomi-restored/index/saved',
  ],
  'Only a job of which all messages are lost is sent again by whoever reports to it.': [
    'fetch: sqs:SendMessage on JobsQueue',
  ],
  'The API alone makes a book of an edition that was kept, and no reader who has one leaves.': [
    'clients: s3:GetObject on Blobs/editions/*',
    'jobs: s3:DeleteObject on Blobs/editions/*',
  ],
  'Other feed readers ask for little here.': ['clients: dynamodb:Query on table/omomi-restored/index/saved'],
  'Notifications read the best articles of all only where 600 are new.': [
    'dispatch: dynamodb:Query on table/omomi-restored/index/by-importance at USER#*',
  ],
  'No older items are asked for.': [
    'jobs: sqs:SendMessage on ScoreQueue',
    'api: s3:GetObject on Blobs/snapshots/*',
    'clients: s3:GetObject on Blobs/snapshots/*',
    'jobs: s3:GetObject on Blobs/snapshots/*',
  ],
};

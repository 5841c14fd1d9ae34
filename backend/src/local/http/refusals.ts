import { errorAnswer, type Answer } from './error-response.ts';

export const tooLarge = errorAnswer('PAYLOAD_TOO_LARGE', {
  message: 'The request body is larger than 4 MB',
  action: 'Send a smaller request.',
});
export const foreignHost = errorAnswer('HOST_REFUSED', {
  message: 'This server does not go by the name that the request was sent to',
  action: 'Open the address that Omomi printed when it started.',
});
export const largeHeaders = errorAnswer(
  'VALIDATION_FAILED',
  {
    message: 'The path and the headers of the request are larger than 16 KB',
    action: 'Check the client that sent the request; in a browser, delete the cookies of this address.',
  },
  431,
);
export const badTarget = errorAnswer('VALIDATION_FAILED', {
  message: 'The request does not name a path',
  action: 'Send a path that begins with a slash.',
});
export const internal = errorAnswer('INTERNAL', {
  message: 'Something went wrong in Omomi',
  action: 'Try again; the log of the server says more.',
});

/** Returns the response to bytes that Node refused with this error code. */
export const malformed = (code: string): Answer => {
  const action = 'Check the client that sent the request.';
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return errorAnswer(
        'VALIDATION_FAILED',
        {
          message: 'The address of the request, with its headers, is longer than 4 MB',
          action: 'Shorten the address; a search query has at most 500 characters.',
        },
        431,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorAnswer(
        'VALIDATION_FAILED',
        { message: 'The request took too long to arrive', action },
        408,
      );
    default:
      return errorAnswer('VALIDATION_FAILED', { message: 'The request is malformed', action });
  }
};

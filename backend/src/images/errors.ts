/** The key does not belong to the address, or is too old. */
export class ImageKeyError extends Error {
  override readonly name = 'ImageKeyError';

  constructor() {
    super('This address of a picture was not given out by this service, or more than 30 days ago.');
  }
}

/** Reasons why there is no picture: the publisher's status, no picture by its bytes, no answer, or `busy`: too many others to ask. */
type ImageFault = 'http_status' | 'not_a_picture' | 'too_large' | 'unreachable' | 'address_refused' | 'busy';

/** The publisher gave no picture that may be shown. The message says why in plain words. */
export class ImageUnavailableError extends Error {
  override readonly name = 'ImageUnavailableError';
  readonly fault: ImageFault;

  constructor(fault: ImageFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

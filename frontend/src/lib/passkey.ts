import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiError } from './api/api-error.ts';

type Options = Record<string, unknown>;

const isCreation = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  'challenge' in options && 'user' in options;
const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON =>
  'challenge' in options;

/** Loaded when a passkey is used, since most visits need none. */
const library = () => import('@simplewebauthn/browser');

const isAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Returns what passkeys need that this address lacks: they belong to a name, and browsers offer them over https or on this machine. */
export const passkeysNeed = (): 'https' | 'name' | null =>
  window.isSecureContext ? (isAddress(window.location.hostname) ? 'name' : null) : 'https';

/** Returns true if passkeys can work here. */
export const canUsePasskeys = (): boolean => passkeysNeed() === null && 'PublicKeyCredential' in window;

/** Returns true if browsers keep no session here that only works over https, and others can read what is typed. */
export const isPlainHttp = (): boolean => !window.isSecureContext;

/** Asks the browser to make a passkey. Rejects as the browser does if the reader cancels. */
export const makePasskey = async (options: Options) => {
  if (!isCreation(options)) throw new Error('these are no options for a passkey');
  const { startRegistration } = await library();
  const answer = await startRegistration({ optionsJSON: options });
  return { ...answer, response: { ...answer.response } };
};

/** Asks the browser for a passkey. Rejects as the browser does if the reader cancels. */
export const askPasskey = async (options: Options) => {
  if (!isRequest(options)) throw new Error('these are no options for a passkey');
  const { startAuthentication } = await library();
  const answer = await startAuthentication({ optionsJSON: options });
  return { ...answer, response: { ...answer.response } };
};

/** Returns true for the error of a reader who cancelled, or of a device that has no passkey for this site, or cannot keep one. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Returns true for the error of a device that was to make a passkey and has one of the reader's already. */
export const isMadeAlready = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

/** Returns true if the server refused a password or a passkey. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CREDENTIALS_WRONG';

import type { SignInError } from '@omomi/backend/contract';

type Help = { title: string; what: string; todo: string };

const problems: Record<SignInError, Help> = {
  login_expired: {
    title: 'That took too long',
    what: 'This sign-in was begun too long ago, in another browser, or was already used.',
    todo: 'Sign in again from here.',
  },
  unknown_provider: {
    title: 'No such provider',
    what: 'The link asked for a provider that this Omomi does not know.',
    todo: 'Choose one of those below.',
  },
  cancelled: {
    title: 'Sign-in cancelled',
    what: 'The provider was not allowed to tell Omomi who you are.',
    todo: 'Sign in again if that was a mistake. Omomi only asks for your name and e-mail address.',
  },
  sign_in_failed: {
    title: 'Sign-in failed',
    what: 'The provider’s answer could not be verified, so you are not signed in.',
    todo: 'Try again. If it keeps failing, tell the owner of this Omomi: its sign-in may be set up wrong.',
  },
  provider_unavailable: {
    title: 'The provider does not answer',
    what: 'Omomi could not reach the provider to check who you are.',
    todo: 'Try again in a few minutes, or with another provider.',
  },
  email_unverified: {
    title: 'Your e-mail address is not verified',
    what: 'The provider has not confirmed yet that the address is yours.',
    todo: 'Confirm the address there (look for its message in your mail), then sign in again.',
  },
  not_allowed: {
    title: 'You are not on the list',
    what: 'Only invited readers may use this Omomi, and your e-mail address is not among them.',
    todo: 'Ask its owner to add you, or sign in with another address.',
  },
  leaving: {
    title: 'This account is being deleted',
    what: 'You asked for it, and it takes a little while.',
    todo: 'To start over, sign in again later.',
  },
  other_reader: {
    title: 'That was somebody else',
    what: 'Linking starts with signing in to your own account again, but this one is another reader’s. Nothing was linked.',
    todo: 'Go back to your account and try again with the account you use here.',
  },
  identity_taken: {
    title: 'This account belongs to another reader',
    what: 'Somebody else signs in with it, so it cannot be linked to you.',
    todo: 'Link another account, or unlink it there first.',
  },
  rate_limited: {
    title: 'Too many attempts',
    what: 'There were too many sign-ins from here in a short time.',
    todo: 'Wait a few minutes, then sign in again.',
  },
};

export const signIn = {
  title: 'Sign in to Omomi',
  lead: 'A quiet place to read: what matters to you on top, and why.',
  with: (provider: string): string => `Continue with ${provider}`,
  none: 'This Omomi has no way to sign in yet. Its owner has to set one up.',
  byProxy:
    'A proxy before this Omomi signs readers in, and it has not said who you are. If it goes on like this, tell the owner: the address or the header of the proxy may be set up wrong.',
  throughProxy: 'Try again',
  loadFailed: 'The ways to sign in could not be loaded.',
  toAccount: 'Back to your account',
  unknown: {
    title: 'Sign-in failed',
    what: 'Something went wrong on the way.',
    todo: 'Try again.',
  },
  problems: problems,
};

export const ownWays = {
  name: 'Name',
  password: 'Password',
  newPassword: 'New password',
  presentPassword: 'Current password',
  signIn: 'Sign in',
  passkey: 'Sign in with a passkey',
  cancelled: {
    what: 'No passkey was used.',
    todo: 'Try again, or use a password. This device may have no passkey for this Omomi.',
  },
  notMade: {
    what: 'No passkey was made.',
    todo: 'Try again, or use a password. This device may not be able to keep a passkey.',
  },
  alreadyMade: {
    what: 'This device has your passkey for this Omomi already.',
    todo: 'Sign in with it here. A second one needs another device.',
  },
  unknownPasskey: {
    what: 'This Omomi does not know this passkey.',
    todo: 'It may have been removed. Use another passkey, or a password.',
  },
  wrongPresent: { what: 'The current password is not right.', todo: 'Check it and try again.' },
  passkeysNeed: {
    https: 'Passkeys work only where the address begins with https.',
    name: 'Passkeys work only where the address has a name, such as reader.example or localhost.',
  },
  forgotten:
    'Cannot sign in any more? The owner can make a new link on the server, with the first command, or in a clone with the second:',
  yourName: 'name',
  notHttps: {
    title: 'This address is not https',
    text: 'Browsers do not stay signed in here. Open Omomi by https, or set ALLOW_HTTP=on on the server if nobody else can listen in this network.',
  },
  plain: 'This address is not https: others in this network can read your password and what you read.',
  invitation: {
    titles: {
      owner: 'Welcome to your Omomi',
      reader: 'You are invited to Omomi',
      recover: 'Sign in again',
    },
    leads: {
      owner: 'You become its owner. Choose a name, and how you want to sign in.',
      reader: 'Choose a name, and how you want to sign in.',
      recover: (name: string): string =>
        `Choose how you want to sign in from now on, ${name}. Every device is signed out.`,
    },
    failed: 'This link does not work',
    notWhole: {
      what: 'This link is not whole.',
      todo: 'Open it again from where you got it. Reloading this page loses its end.',
    },
    withPasskey: 'Continue with a passkey',
    passkeyText: 'Your device keeps it: nothing to remember, and nothing that can be guessed.',
    withPassword: 'Continue with a password',
    rule: 'At least 12 characters. Several words are easy to remember and hard to guess.',
    badPassword: {
      what: 'This password is too short or easily guessed.',
      todo: 'Take 12 characters or more: several unrelated words.',
    },
    toSignIn: 'Go to sign-in',
    notUsed: 'The link has not been used yet, and will work then.',
  },
  account: {
    passwordOf: (name: string): string => `Password of ${name}`,
    passkeyOf: (name: string): string => `Passkey: ${name}`,
    proxyOf: (name: string): string => `${name}, by the proxy before this Omomi`,
    setPassword: 'Set a password',
    changePassword: 'Change the password',
    changeText: 'Every other device is signed out.',
    changed: 'The password is set. Every other device is signed out.',
    addPasskey: 'Add a passkey',
    passkeyName: 'Name of the passkey',
    passkeyHint: 'To recognise it, for example “phone”.',
    added: 'The passkey is added.',
    remove: 'Remove',
    removeOf: (name: string): string => `Remove ${name}`,
    removeTitle: (name: string): string => `Remove ${name}?`,
    invite: 'Invite a reader',
    inviteText: 'A link lets one person in, with a passkey or a password. It works once, for a day.',
    makeLink: 'Make a link',
    link: 'The link',
  },
};

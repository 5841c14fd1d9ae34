/*
 * While pictures come through the server, the page forbids all others: a policy in its head is obeyed from the moment it
 * is there, beside the one that the server sends. `first-paint.js` puts it there before anything else. A policy cannot
 * be taken back, so a page that has it must be loaded anew before it may load pictures from their publishers.
 */

/** The same as in `first-paint.js`. */
const policy = "img-src 'self' data:";
const selector = 'meta[http-equiv="Content-Security-Policy"]';

const isStrict = (): boolean => document.head.querySelector(selector) !== null;

/**
 * Makes the page obey the reader's choice. `isKept` tells that this browser has stored the choice, so that a page that
 * is loaded anew begins with it; without that it would be loaded again and again.
 */
export const obeyImageChoice = (isProxied: boolean, isKept: () => boolean): void => {
  if (isProxied === isStrict()) return;
  if (isProxied) {
    const meta = document.createElement('meta');
    meta.httpEquiv = 'Content-Security-Policy';
    meta.content = policy;
    document.head.append(meta);
  } else if (isKept()) window.location.reload();
};

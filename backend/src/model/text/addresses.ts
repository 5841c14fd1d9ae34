/** Matches web and mail addresses, and names of hosts with a subdomain. `Amazon.com` and `ASP.NET` are names that a text speaks of. */
const ADDRESS =
  /\b(?:https?:\/\/|www\.)[\x21-\x7e]+|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|\b[a-z\d-]{2,63}(?:\.[a-z\d-]{2,63}){0,8}\.[a-z]{2,10}\/[\x21-\x7e]*|\b[a-z\d-]{2,63}(?:\.[a-z\d-]{2,63}){1,8}\.[a-z]{2,10}\b/giu;

/** A cheap test that every address passes. */
const MAYBE_ADDRESS = /[/.@][a-z]/iu;

/** Returns a text without addresses: that a page is at itunes.apple.com does not make an article one about Apple. */
export const withoutAddresses = (text: string): string =>
  MAYBE_ADDRESS.test(text) ? text.replaceAll(ADDRESS, ' ') : text;

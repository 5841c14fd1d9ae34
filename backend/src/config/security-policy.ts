/**
 * The page that a bookmark opens from another site. Alone of all pages it keeps the window that opened it (Cross-Origin-Opener-Policy
 * unsafe-none), so that the bookmark can hand over the document that the reader sees. It leaves by loading another page.
 */
export const OPENED_PATH = '/save';

/**
 * The content security policy of the page, on CloudFront and on the local runner. The component library writes styles into the page.
 * Sound and films come from their publishers, and silence from the page itself while it reads aloud (`blob:`). Frames are the
 * players of two hosts, shown once the reader asks for one. Pictures may come from their publishers if the reader has switched
 * the image proxy off. While it is on, the page itself forbids all but its own (`first-paint.js`).
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  'media-src https: blob:',
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  "connect-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

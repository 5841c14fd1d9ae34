import { useEffect, useState } from 'react';

/** The schemes of links that feed readers open, before an address or in place of `https`. */
const OF_READERS = /^(?:web\+)?(?:feed|rss):(?:\/\/)?/i;

/** Returns the address of a feed or page that `/subscribe?url=` names; '' for any other page. */
export const askedAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  pathname === '/subscribe'
    ? (new URLSearchParams(search).get('url') ?? '').trim().replace(OF_READERS, '')
    : '';

const FIRST_ADDRESS = /https?:\/\/[^\s<>"]+/iu;

/**
 * Returns the address of the page that `/save` names; '' for any other page. Apps that share a page put its address into the text,
 * behind its title.
 */
export const pageToSave = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  if (pathname !== '/save') return '';
  const given = new URLSearchParams(search);
  const url = (given.get('url') ?? '').trim();
  return url === '' ? (FIRST_ADDRESS.exec(given.get('text') ?? '')?.[0] ?? '') : url;
};

// The bookmark that saves opens `/save` in a window and hands it the document that the reader sees. See `bookmarklet`.

/** Bytes of a document that are sent; the server takes 2 MB with the rest of the request. */
const MOST_BYTES = 2 * 1024 * 1024 - 16 * 1024;
const TITLE_LENGTH = 300;

/** A document that a bookmark handed over, and the address of its page. `html` is null if it is too large to be sent. */
export type SentPage = { url: string; title: string; html: string | null };

/** Returns the document of a message; null if the message is none. */
const readMessage = (url: string, data: unknown): SentPage | null => {
  if (typeof data !== 'object' || data === null || !('html' in data)) return null;
  const { html } = data;
  if (typeof html !== 'string' || html === '') return null;
  const title = 'title' in data && typeof data.title === 'string' ? data.title : '';
  const bytes = new TextEncoder().encode(JSON.stringify(html)).length;
  return { url, title: title.trim().slice(0, TITLE_LENGTH), html: bytes > MOST_BYTES ? null : html };
};

/**
 * Tells the window that opened this one that it is ready, and takes one message of it: only of that window, and only while it shows the
 * site of the address, so that no site gives a text to the page of another. Returns the function that ends it.
 */
export const receivePage = (
  url: string,
  onPage: (page: SentPage) => void,
  own: Pick<Window, 'opener' | 'addEventListener' | 'removeEventListener'> = window,
): (() => void) => {
  const origin = URL.parse(url)?.origin ?? 'null';
  const opener: unknown = own.opener;
  if (opener === null || origin === 'null') return () => undefined;
  const onMessage = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== opener || from !== origin) return;
    const page = readMessage(url, data);
    if (page === null) return;
    end();
    onPage(page);
  };
  const end = (): void => own.removeEventListener('message', onMessage);
  own.addEventListener('message', onMessage);
  own.opener.postMessage('omomi is ready', origin);
  return end;
};

/** Returns the document that the bookmark handed over for the page at an address; null without one. */
export const useSentPage = (url: string): SentPage | null => {
  const [page, setPage] = useState<SentPage | null>(null);
  useEffect(() => receivePage(url, setPage), [url]);
  return page;
};

/**
 * Loads a page anew if another site opened this window. That site can no longer reach the new page. Returns false if no site opened
 * the window.
 */
export const leaveOpener = (path: string): boolean => {
  if (window.opener === null) return false;
  window.location.replace(path);
  return true;
};

/**
 * Returns the program of the bookmark that saves. It opens a window of Omomi at `origin`, and once that is ready hands it the document
 * without its scripts, styles and drawings, copied into a document in which nothing runs or loads. If it may not open a window, or the site separates its windows, only the address is saved.
 */
export const savingBookmarklet = (origin: string): string =>
  `javascript:void(o=>{let a=o+"/save?url="+encodeURIComponent(location.href),w=open(a);if(!w){location.href=a;return}` +
  `addEventListener("message",function f(e){if(e.source!=w||e.origin!=o)return;removeEventListener("message",f);` +
  `let d=document.implementation.createHTMLDocument().importNode(document.documentElement,!0);` +
  `d.querySelectorAll("script:not([type*=json]),style,svg").forEach(e=>e.remove());` +
  `w.postMessage({title:document.title,html:d.outerHTML},o)})})(${JSON.stringify(origin)})`;

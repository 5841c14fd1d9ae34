import { useEffect, useState } from 'react';

/** A footnote that is shown in its place in the text. */
export type OpenNote = {
  /** The link to it. */
  link: HTMLElement;
  /** The element below the paragraph, in which the note is shown. */
  host: HTMLElement;
  /** The sanitised text of the note, without its links back. */
  html: string;
};

const textOf = (note: Element): string => {
  const copy = note.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  for (const back of copy.querySelectorAll('[data-note-back]')) back.remove();
  for (const link of copy.querySelectorAll('[data-note]')) link.removeAttribute('data-note');
  return copy.innerHTML;
};

const noteAt = (root: Element, link: HTMLElement): OpenNote | null => {
  const number = CSS.escape(link.dataset['note'] ?? '');
  const note = root.querySelector(`[data-note-text="${number}"]`);
  const block = link.closest('p, li, blockquote, figure, [data-scrolls]') ?? link.closest('sup') ?? link;
  if (note === null || !root.contains(block)) return null;
  const host = document.createElement('div');
  if (block.matches('li')) block.append(host);
  else block.after(host);
  return { link, host, html: textOf(note) };
};

/**
 * Shows a footnote below the paragraph that refers to it when its mark is pressed. A second press closes it. Returns the
 * one that is open, and the function that closes it and gives the focus back to the mark.
 */
export const useFootnote = (root: HTMLElement | null): { note: OpenNote | null; close: () => void } => {
  const [note, setNote] = useState<OpenNote | null>(null);
  useEffect(() => {
    if (root === null) return undefined;
    const onClick = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[data-note]') : null;
      if (!(link instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      setNote((open) => (open?.link === link ? null : noteAt(root, link)));
    };
    root.addEventListener('click', onClick);
    return () => root.removeEventListener('click', onClick);
  }, [root]);
  useEffect(() => {
    if (note === null) return undefined;
    note.link.setAttribute('aria-expanded', 'true');
    return () => {
      note.link.setAttribute('aria-expanded', 'false');
      note.host.remove();
    };
  }, [note]);
  const close = (): void => {
    note?.link.focus({ preventScroll: true });
    setNote(null);
  };
  return { note, close };
};

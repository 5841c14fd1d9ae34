/**
 * Opens a page in another tab, behind this one where the browser allows it: a press with the modifier key of the system
 * does that, and scripts have no other way. The page opened learns nothing of this one.
 */
export const openInBackground = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  const isMac = /mac/i.test(navigator.userAgent);
  link.dispatchEvent(
    new MouseEvent('click', { ctrlKey: !isMac, metaKey: isMac, bubbles: true, cancelable: true }),
  );
};

// Runs before the first paint, so that a dark page does not flash white. It is a file of its own, because the
// content security policy forbids inline scripts.
(function () {
  let chosen = null;
  try {
    chosen = localStorage.getItem('omomi.theme');
  } catch {
    // If storage is switched off, the system's preference decides.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
  // These pages have no feeds beside them.
  if (/^\/(sign-in|goodbye)/.test(location.pathname)) document.documentElement.classList.add('alone');
})();

// Shows a message where the program cannot be loaded, because the page would stay white. Such an error does not bubble.
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    const [what, todo] = navigator.language.startsWith('ja')
      ? ['Omomi を読み込めませんでした。接続を確認してください。', 'もう一度試す']
      : ['Omomi could not be loaded. Check your connection.', 'Try again'];
    const show = () => {
      const message = document.createElement('p');
      message.setAttribute('role', 'alert');
      message.textContent = what;
      const button = document.createElement('button');
      button.textContent = todo;
      button.onclick = () => window.location.reload();
      document.getElementById('root')?.replaceChildren(message, button);
    };
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else show();
  },
  true,
);

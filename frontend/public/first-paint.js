// Runs before the first paint so that a chosen dark page never flashes white. A file of its own: the
// content security policy allows no inline script.
(function () {
  let chosen = null;
  try {
    chosen = localStorage.getItem('omomi.theme');
  } catch {
    // Storage may be switched off; the system's preference decides then.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
})();

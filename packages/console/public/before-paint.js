// Runs before the first paint, so that a remembered dark theme does not flash white.
try {
  const mode = localStorage.getItem('theme-mode')
  if (mode === 'dark' || mode === 'light') document.documentElement.style.colorScheme = mode
} catch {
  // Storage is blocked: the system's own scheme applies.
}

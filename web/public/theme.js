/* Puts the stored theme (dark when there is none) on the root before the first paint. web/src/platform/theme.ts takes over. */
;(() => {
  let theme = null
  try {
    theme = localStorage.getItem('atrium_theme')
  } catch {
    // Storage is blocked: the default theme is right.
  }
  const light = theme === 'light' || (theme === 'system' && !matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', !light)
  document.documentElement.classList.toggle('light', light)
})()

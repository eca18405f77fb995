// Runs before the first paint, so that nobody in the dark sees a white page first. `kit/theme.ts` goes on from here.
{
  let wish = null
  try {
    wish = localStorage.getItem('shimakaze.appearance')
  } catch {
    // Storage is refused; the system decides.
  }
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

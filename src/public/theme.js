// Runs before the console's first paint, so that nobody in the dark sees a white page first. `kit/plain/theme.ts` goes on from here.
{
  const wish = /(?:^|; )shimakaze-appearance=(light|dark)/.exec(document.cookie)?.[1]
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

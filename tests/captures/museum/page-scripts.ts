/** Moves `.stage` by the wheel over `where`, by as much as it is taller than `height`, an expression; `isHeld` keeps the page from being scrolled too. */
export const moveByWheel = (where: string, height: string, isHeld = false): string => `let at = 0
const stage = document.querySelector('.stage')
${where}addEventListener('wheel', (event) => {
  ${isHeld ? 'event.preventDefault()' : ''}
  at = Math.max(0, Math.min(stage.offsetHeight - ${height}, at + event.deltaY))
  stage.style.transform = 'translateY(' + -at + 'px)'
}, { passive: ${!isHeld} })`

/** Paints papers of six lines each on canvases once they are so near to the window of `.viewer`, and lets them go afterwards. */
export const paintPapers = (nearPx: number): string => `const box = document.querySelector('.viewer')
const paint = (paper) => {
  if (paper.firstChild) return
  const sheet = document.createElement('canvas')
  sheet.width = 800
  sheet.height = 1000
  paper.append(sheet)
  const pen = sheet.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 800, 1000)
  pen.font = '16px sans-serif'
  for (let line = 1; line <= 6; line++) {
    const n = (Number(paper.dataset.page) - 1) * 6 + line
    pen.fillStyle = shade(n)
    pen.fillRect(60, line * 150 - 60, 16, 12)
    pen.fillStyle = '#222'
    pen.fillText(textOf(n), 90, line * 150 - 48)
  }
}
const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (isIntersecting) setTimeout(() => paint(target), 120)
    else target.textContent = ''
  }
}, { root: box, rootMargin: '${nearPx}px 0px' })
for (const one of box.querySelectorAll('.paper')) watch.observe(one)`

import { exhibit, numbers, page, rows } from '../exhibit.ts'
import type { Site } from '../exhibit.ts'
import { shadeOf, textOf } from '../swatch.ts'

const steps = rows(1, 40, (inner) => `<section class="step">${inner}</section>`)
const fading = (seconds: number): string =>
  `.step{height:180px;padding:60px 40px;opacity:0;transition:opacity ${seconds}s}.step.on{opacity:1}`

/** Shows each part when it comes into the window; `mirror` hides it again when it leaves. */
const watching = (mirror: boolean): string => `
const eye = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) ${
    mirror ? `target.classList.toggle('on', isIntersecting)` : `if (isIntersecting) target.classList.add('on')`
  }
})
for (const part of document.querySelectorAll('.step')) eye.observe(part)`

/** Picture in one colour, which is that of the item. */
const picture = (n: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="100"><rect width="160" height="100" fill="rgb(${shadeOf(n).join()})" shape-rendering="crispEdges"/></svg>`

const pictures = (name: string, count: number, attributes: string) => {
  const figures = numbers(1, count)
    .map((n) => `<figure><img ${attributes} src="/${name}/picture-${n}" alt="">${textOf(n)}</figure>`)
    .join('')
  const files = Object.fromEntries(numbers(1, count).map((n) => [`picture-${n}`, picture(n)]))
  return { figures, files }
}

const lazyPictures = () => {
  const { figures, files } = pictures('lazy-images', 60, 'loading="lazy" width="160" height="100"')
  return {
    '': page(`<h1>买家秀</h1>${figures}`, { css: 'figure{margin:10px 40px;height:140px}img{display:block}' }),
    ...files,
  }
}

const masonry = () => {
  const { figures, files } = pictures('masonry', 60, 'width="280"')
  const css = `.wall{columns:4;padding:0 20px}figure{margin:0 0 12px;break-inside:avoid;font-size:12px}img{display:block;width:100%}
figure:nth-child(3n) img{height:240px;object-fit:fill}figure:nth-child(2n) img{height:120px;object-fit:fill}`
  return { '': page(`<h1>灵感图库</h1><div class="wall">${figures}</div>`, { css }), ...files }
}

const lazyFrames = ({ url }: Site) => {
  const parts = numbers(1, 20)
  const frames = parts
    .map((n) => `<iframe loading="lazy" src="${url}/lazy-frames/part-${n}" width="900" height="110"></iframe>`)
    .join('')
  const files = Object.fromEntries(parts.map((n) => [`part-${n}`, page(rows(2 * n - 1, 2 * n))]))
  return {
    '': page(`<h1>嵌入的评价</h1>${frames}`, { css: 'iframe{display:block;margin:120px 40px;border:0}' }),
    ...files,
  }
}

/** Pages that show a part when it is looked at. */
export const reveal = [
  exhibit('reveal-once', { items: 40, show: page(steps, { css: fading(0.4), script: watching(false) }) }),
  exhibit('reveal-and-hide', {
    items: 40,
    told: ['seen-in-windows'],
    show: page(steps, { css: fading(0.4), script: watching(true) }),
  }),
  exhibit('slow-fade', {
    items: 40,
    told: ['seen-in-windows'],
    dear: true,
    show: page(steps, { css: fading(2), script: watching(true) }),
  }),
  exhibit('endless-animation', {
    items: 60,
    show: page(`<div class="spin"></div><h1>直播间</h1>${rows(1, 60)}`, {
      css: '.spin{width:40px;height:40px;margin:20px;border:6px solid #1f6feb;border-top-color:#eee;border-radius:50%;animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}',
    }),
  }),
  exhibit('content-visibility', {
    items: 120,
    told: ['seen-in-windows'],
    show: page(
      `<h1>法规汇编</h1>${numbers(1, 24)
        .map((n) => `<section>${rows(n * 5 - 4, n * 5)}</section>`)
        .join('')}`,
      { css: 'section{content-visibility:auto;contain-intrinsic-size:auto 220px}' },
    ),
  }),
  exhibit('lazy-images', { items: 60, show: lazyPictures }),
  exhibit('masonry', { items: 60, show: masonry }),
  exhibit('lazy-frames', { items: 40, show: lazyFrames }),
]

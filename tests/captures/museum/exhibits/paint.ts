import { exhibit, numbers, page, rows } from '../exhibit.ts'
import { swatch, textOf } from '../swatch.ts'

const card = `<div class="card"><h1>品牌故事</h1>${rows(1, 60)}</div>`
const stripes = 'repeating-linear-gradient(0deg,#cfe3ff 0 90px,#27406b 90px 150px)'
const cardCss = '.card{position:relative;width:560px;margin:0 auto;background:#fff}'

/** Pages whose ink comes in other ways than as text on a plain ground. */
export const paint = [
  exhibit('background-fixed', {
    items: 60,
    told: ['background-differs', 'seen-in-windows'],
    show: page(card, { css: `${cardCss}body{background:${stripes} fixed}` }),
  }),
  exhibit('parallax', {
    items: 60,
    told: ['background-differs', 'seen-in-windows'],
    show: page(`<div class="back"><div class="art"></div></div>${card}`, {
      css: `${cardCss}body{position:relative}.back{position:absolute;inset:0;overflow:hidden}.art{height:200%;margin-top:-1000px;background:${stripes}}`,
      script: `addEventListener('scroll', () => { document.querySelector('.art').style.transform = 'translateY(' + scrollY * 0.37 + 'px)' })`,
    }),
  }),
  exhibit('pseudo-text', {
    items: 30,
    show: page(
      numbers(1, 30)
        .map((n) => `<div class="row told" data-text="${textOf(n)}">${swatch(n)} </div>`)
        .join(''),
      { css: '.told::after{content:attr(data-text)}' },
    ),
  }),
  exhibit('canvas', {
    items: 40,
    texts: 0,
    told: ['painted-text'],
    show: page('<canvas width="1200" height="1640"></canvas>', {
      css: 'canvas{display:block}',
      script: `const pen = document.querySelector('canvas').getContext('2d')
pen.font = '16px sans-serif'
for (let n = 1; n <= 40; n++) {
  pen.fillStyle = shade(n)
  pen.fillRect(20, n * 40 - 28, 16, 12)
  pen.fillStyle = '#222'
  pen.fillText(textOf(n), 48, n * 40 - 16)
}`,
    }),
  }),
  exhibit('one-colour', { items: 0, told: ['one-colour'], show: page('', { css: 'body{background:#2b6cb0}' }) }),
  exhibit('white', { items: 0, fails: 'blank-page', show: page('') }),
]

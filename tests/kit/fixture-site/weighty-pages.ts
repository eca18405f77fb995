import { randomFillSync } from 'node:crypto'
import { encode } from './pictures.ts'
import { page, text } from './replies.ts'
import type { Endpoints } from './replies.ts'

const SENTENCE = '电子数据的保全应当在形成之时固定其内容、来源与时间，并使任何人日后都能核对其未被改动。'
const paragraphs = (count: number): string => `<p>${SENTENCE.repeat(4)}</p>`.repeat(count)
const style =
  '<style>body{margin:0 auto;max-width:760px;font:17px/1.8 serif}img{display:block;width:100%;height:auto}</style>'

const PHOTOS = 60
const CALLS = 150

/** Noise, as photographs are to a packer: some 360 KB each, made once so that serving them costs next to nothing. */
const photo = (): Buffer => {
  const [width, height] = [400, 300]
  const rows = randomFillSync(Buffer.alloc((width * 3 + 1) * height))
  for (let y = 0; y < height; y++) rows[y * (width * 3 + 1)] = 0
  return encode(rows, width, height)
}

const heavy =
  (): string => `<h1>图集</h1>${Array.from({ length: PHOTOS }, (_, index) => `<img src="/photo?${index}" width="400" height="300" alt="${index}">${paragraphs(1)}`).join('')}
<script>for (let i = 0; i < ${CALLS}; i++) fetch('/api/stock?' + i)</script>`

/** What an ordinary reader opens, and what is about as much as a page ever carries: the measure of a capture's cost. */
export const weightyPages = (): Endpoints => ({
  '/article': page(
    `<h1>论电子证据的保全</h1>${paragraphs(12)}<img src="/images/1.png"><img src="/images/2.png">`,
    style,
  ),
  '/gallery': page(heavy(), style),
  '/photo': text('image/png', photo()),
})

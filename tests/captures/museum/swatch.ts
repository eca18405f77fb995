const STEP = 17
const FIRST = 40
const [REDS, GREENS, BLUES] = [12, 12, 13] as const

/** Numbers that have a colour of their own; those above share it with one of these. */
export const codedItems = REDS * GREENS * BLUES

/** Red, green and blue of item `n`. */
export const shadeOf = (n: number): [number, number, number] => [
  FIRST + (n % REDS) * STEP,
  FIRST + (Math.floor(n / REDS) % GREENS) * STEP,
  FIRST + (Math.floor(n / (REDS * GREENS)) % BLUES) * STEP,
]

/** Place of each value of a channel among those of swatches, −1 where it has none; under a black mask that takes `dim` of the light, too. */
function placesOf(count: number, dim: number): Int16Array {
  const places = new Int16Array(256).fill(-1)
  for (let at = 0; at < count; at++) {
    const value = Math.round((FIRST + at * STEP) * (1 - dim))
    // A mask is rounded by whoever mixes it.
    for (const near of dim === 0 ? [value] : [value - 1, value, value + 1]) places[near] = at
  }
  return places
}

/** Reads the number of an item from red, green and blue; −1 where the colour is no swatch's. */
export function shadeReader(dim = 0): (red: number, green: number, blue: number) => number {
  const [reds, greens, blues] = [placesOf(REDS, dim), placesOf(GREENS, dim), placesOf(BLUES, dim)]
  return (red, green, blue) => {
    const [r, g, b] = [reds[red]!, greens[green]!, blues[blue]!]
    return r < 0 || g < 0 || b < 0 ? -1 : r + REDS * (g + GREENS * b)
  }
}

const WORDS = [
  '明前龙井茶 250 克 实付 168 元',
  '关于调整办事大厅服务时间的通知',
  '请把盖章后的合同扫描件发给我',
  '青花瓷茶具六件套 全国包邮',
  '订单已由顺丰速运揽收，预计明日送达',
  '本店所售均为正品，支持七天无理由退换',
  '房屋租赁合同（编号已核对）',
  '评论：与描述不符，已申请退款',
]

/** Words of item `n`, which begin with its number. */
export const textOf = (n: number): string => `第 ${n} 项 ${WORDS[n % WORDS.length]}`

/** Block of the colour that is the item's number. */
export const swatch = (n: number): string => `<i class="s" style="background:rgb(${shadeOf(n).join()})"></i>`

/** Swatch and words of an item, as they stand in whatever shows it. */
export const item = (n: number): string => `${swatch(n)} ${textOf(n)}`

export const SWATCH_CSS = '.s{display:inline-block;width:16px;height:12px;vertical-align:middle;flex:none}'

/** Same formula for scripts of pages: `shade`, `textOf`, `swatch` and `item`. */
export const PAGE_SCRIPT = `
const WORDS = ${JSON.stringify(WORDS)}
const shade = (n) => 'rgb(' + [n % ${REDS}, Math.floor(n / ${REDS}) % ${GREENS}, Math.floor(n / ${REDS * GREENS}) % ${BLUES}].map((at) => ${FIRST} + at * ${STEP}).join(',') + ')'
const textOf = (n) => '第 ' + n + ' 项 ' + WORDS[n % WORDS.length]
const swatch = (n) => '<i class="s" style="background:' + shade(n) + '"></i>'
const item = (n) => swatch(n) + ' ' + textOf(n)
`

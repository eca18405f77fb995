import { z } from 'zod'

/** A colour as administrators write it. */
export const hexColour = /^#[0-9a-f]{6}$/

/** What text of the platform's colour stands on, in light and in dark (`src/kit/plain/tokens.css`). */
export const grounds = { light: '#ffffff', dark: '#162024' } as const
export type Appearance = keyof typeof grounds

/** WCAG 2.2, 1.4.3: of text on its ground. */
export const leastContrast = 4.5

const partsOf = (colour: string) => [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16))

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 1, which nobody can read, to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

/** So much of `other` in `colour`. */
function mixed(colour: string, other: string, share: number): string {
  const to = partsOf(other)
  return `#${partsOf(colour)
    .map((part, i) => Math.round(part + (to[i]! - part) * share))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
}

const Shades = z.object({
  brand: z.string(),
  /** Of what is pointed at, and of text on a tint. */
  strong: z.string(),
  /** A ground of what is chosen. */
  tint: z.string(),
  /** Text on the colour itself. */
  onBrand: z.string(),
})
export type Shades = z.output<typeof Shades>

/** A platform's own colours in each appearance; null where those of the product stand. */
export const Colours = z.object({ light: Shades.nullable(), dark: Shades.nullable() })
export type Colours = z.output<typeof Colours>

/** All that follows from the one colour that was chosen for an appearance. */
export function shadesOf(colour: string, appearance: Appearance): Shades {
  const away = appearance === 'light' ? '#000000' : '#ffffff'
  return {
    brand: colour,
    strong: mixed(colour, away, appearance === 'light' ? 0.25 : 0.45),
    tint: mixed(colour, grounds[appearance], appearance === 'light' ? 0.88 : 0.78),
    onBrand: ['#ffffff', '#021014'].toSorted((a, b) => contrastOf(b, colour) - contrastOf(a, colour))[0]!,
  }
}

/** Whether text of this colour can be read in that appearance. */
export const canBeRead = (colour: string, appearance: Appearance) =>
  contrastOf(colour, grounds[appearance]) >= leastContrast

const variablesOf = ({ brand, strong, tint, onBrand }: Shades) =>
  `--skz-brand:${brand};--skz-brand-strong:${strong};--skz-tint:${tint};--skz-on-brand:${onBrand}`

/** The style that puts a platform's colours in place of the product's, behind those in the page. Dark pages' weigh more, as theirs do (`tokens.css`). */
export const styleOf = ({ light, dark }: Colours): string =>
  [
    light && `:root{${variablesOf(light)}}`,
    dark && `:root[data-theme='dark']{${variablesOf(dark)}}`,
    dark && `@media (prefers-color-scheme:dark){:root:not([data-theme]){${variablesOf(dark)}}}`,
  ]
    .filter(Boolean)
    .join('')

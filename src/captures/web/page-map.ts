import { z } from 'zod'

const Length = z.number().nonnegative().max(10_000_000)
const Size = z.number().positive().max(10_000_000)
const Box = z.object({ x: z.number(), y: z.number(), width: Length, height: Length })

const SeenWindow = z.object({
  /** Null where it was looked at and not kept. */
  path: z.string().nullable(),
  at: z.iso.datetime(),
  x: z.number(),
  y: z.number(),
})
export type SeenWindow = z.output<typeof SeenWindow>

/** Rows and columns of windows, each drawn at its place. All in picture pixels. */
const Composed = z.object({
  width: Size,
  height: Size,
  strips: z
    .array(
      z.object({
        window: z.int().nonnegative(),
        x: Length,
        y: Length,
        width: Size,
        height: Size,
        atX: Length,
        atY: Length,
      }),
    )
    .min(1),
})
export type Composed = z.output<typeof Composed>

const Scrolled = z.object({ box: Box, windows: z.array(SeenWindow), composed: Composed.nullable() })
export type Scrolled = z.output<typeof Scrolled>

const PageMap = z.object({
  version: z.literal(1),
  window: z.object({ width: Size, height: Size, scale: Size }),
  tall: z.object({ width: Size, height: Size }).nullable(),
  main: Scrolled.nullable(),
  areas: z.array(Scrolled.extend({ whole: z.boolean(), left: Length })),
  taller: z.object({ path: z.string(), width: Size, height: Size }).nullable(),
})
export type PageMap = z.output<typeof PageMap>
export type Area = PageMap['areas'][number]

/** Undefined for what has another form: whoever shows it does without. */
export const readPageMap = (given: unknown): PageMap | undefined => PageMap.safeParse(given).data

export const pictureViews = ['composed', 'seen', 'tall', 'taller'] as const
export type PictureView = (typeof pictureViews)[number]

/** Windows whose picture is there, with their number among all that were looked at. */
export const keptWindows = ({ windows }: Scrolled, isThere: (path: string) => boolean) =>
  windows.flatMap((window, i) =>
    window.path !== null && isThere(window.path) ? [{ ...window, path: window.path, number: i + 1 }] : [],
  )

/** Undefined where one of its windows is not there: a picture with a hole shows what nobody saw. */
export function wholeComposed({ windows, composed }: Scrolled, isThere: (path: string) => boolean) {
  const isDrawn = (window: number) => {
    const path = windows[window]?.path
    return typeof path === 'string' && isThere(path)
  }
  return composed?.strips.every(({ window }) => isDrawn(window)) ? composed : undefined
}

/** What there is to see of a page, in the order in which it is offered. */
export function viewsOf({ main, areas, tall, taller }: PageMap, isThere: (path: string) => boolean): PictureView[] {
  const scrolled = [...(main ? [main] : []), ...areas]
  const there: Record<PictureView, boolean> = {
    composed: main !== null && wholeComposed(main, isThere) !== undefined,
    seen: scrolled.some((each) => keptWindows(each, isThere).length > 0),
    tall: tall !== null,
    taller: taller !== null && isThere(taller.path),
  }
  return pictureViews.filter((view) => there[view])
}

type Noted = readonly { code: string }[]

/** The capture noted that parts of the page show only while somebody looks at them, and kept most of its windows for that. */
export function isTallLacking({ main, tall }: PageMap, isThere: (path: string) => boolean, notes: Noted): boolean {
  if (!main || !tall || !notes.some(({ code }) => code === 'seen-in-windows')) return false
  return keptWindows(main, isThere).length > main.windows.length / 2
}

/** Windows are read one by one: whoever comes to see the page begins with all of it, unless that one picture lacks much. */
export function firstView(map: PageMap, isThere: (path: string) => boolean, notes: Noted): PictureView | undefined {
  const views = viewsOf(map, isThere)
  const wholes = isTallLacking(map, isThere, notes) ? (['composed', 'seen'] as const) : (['composed', 'tall'] as const)
  return wholes.find((one) => views.includes(one)) ?? views[0]
}

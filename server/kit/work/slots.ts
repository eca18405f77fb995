/** Lets so many at once do what costs memory; the others wait, in the order in which they came. */
export function slots(atOnce: number) {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // Whoever ends hands its place on: nobody who comes meanwhile is let in beside the one that waited.
    if (free > 0) free--
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** The same of each key, none of which waits for another. */
export function slotsOfEach(atOnce: number) {
  const places = new Map<string, { enter: ReturnType<typeof slots>; inside: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const place = places.get(key) ?? { enter: slots(atOnce), inside: 0 }
    places.set(key, place)
    place.inside++
    try {
      return await place.enter(work)
    } finally {
      if (!--place.inside) places.delete(key)
    }
  }
}

import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { partTimeout } from '../../../dataProvider/constants.ts'

/** A part of the console that did not arrive: its script or its style failed, or took too long (specification §8). */
export class PartError extends Error {
  readonly kind: 'script' | 'style' | 'late'

  constructor(kind: PartError['kind'], cause?: unknown) {
    super(`part: ${kind}`, { cause })
    this.kind = kind
  }
}

/** Resolves as the import does, but fails with a reason of ours, and never waits for ever. */
export async function loadPart<T>(load: () => Promise<T>, milliseconds = partTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new PartError('late')), milliseconds)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    if (error instanceof PartError) throw error
    // The builder's loader names style sheets in its message; everything else is a script.
    throw new PartError(/css/i.test(String((error as Error)?.message)) ? 'style' : 'script', error)
  } finally {
    clearTimeout(timer)
  }
}

/** A component in a chunk of its own. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadPart(load) }))
}

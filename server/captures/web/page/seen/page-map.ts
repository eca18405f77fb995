import type { Box } from './layout/box.ts'
import type { Insets } from './walk/scroll-target.ts'

/** A window as it was seen; `path` is null where it was looked at and not kept. */
export interface SeenWindow {
  readonly path: string | null
  /** ISO 8601 UTC. */
  readonly at: string
  /** The distance that the scroller was scrolled, in CSS pixels. */
  readonly x: number
  readonly y: number
  readonly insets: Insets
}

/** Columns and rows of one window and the place to which they are drawn, in pixels of the pictures. */
export interface Strip {
  /** Place in the list of windows. */
  readonly window: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly atX: number
  readonly atY: number
}

/** The recipe by which one picture is put together from windows. */
export interface Composed {
  readonly width: number
  readonly height: number
  readonly strips: readonly Strip[]
}

export interface MapArea {
  /** The element's name, and its place among the scrolling elements of its document. */
  readonly place: string
  readonly box: Box
  readonly windows: readonly SeenWindow[]
  readonly composed: Composed | null
  /** Whether its end was seen. */
  readonly whole: boolean
  /** CSS pixels that were not followed. */
  readonly left: number
}

/** Text that was seen, and the part of it that is in pictures. */
export interface Measure {
  readonly runs: number
  readonly characters: number
  /** Characters that are in a picture. */
  readonly pictured: number
  /** Pictured characters as a share of all; at most four digits. */
  readonly share: number
  /** Runs that are in no picture. */
  readonly lost: number
  /** Share of cells in which windows and whole-page picture differ. */
  readonly blocks: number
}

/** The record of all that was looked at: `page-map.json`. */
export interface PageMap {
  readonly version: 1
  readonly window: { readonly width: number; readonly height: number; readonly scale: number }
  readonly tall: { readonly width: number; readonly height: number } | null
  readonly main: {
    readonly way: 'document' | 'element' | 'wheel'
    readonly box: Box
    readonly windows: readonly SeenWindow[]
    readonly composed: Composed | null
  }
  readonly areas: readonly MapArea[]
  readonly taller: { readonly path: string; readonly width: number; readonly height: number } | null
  readonly measure: Measure
  readonly lost: readonly { readonly text: string; readonly window: number }[]
  /** Signs that no font could draw. */
  readonly signs: readonly { readonly sign: string; readonly text: string; readonly count: number }[]
  readonly unseen: { readonly hidden: number; readonly offPage: number }
}

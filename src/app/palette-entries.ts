import type { ReactNode } from 'react'

/** Something the palette leads to or does. */
export interface PaletteEntry {
  key: string
  kind: 'page' | 'action'
  label: string
  icon?: ReactNode
  run(): void
}

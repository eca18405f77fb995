import type { ReactNode } from 'react'

/** The parts of the menu, in their order: first those of accounts, then those of staff. */
export const menuGroups = [
  'collect',
  'evidence',
  'office',
  'judicial',
  'monitoring',
  'money',
  'account',
  'desk',
  'platform',
  'trust',
] as const

export interface MenuPlace {
  icon: ReactNode
  /** Without one it stands above all groups. */
  group?: (typeof menuGroups)[number]
  /** Within the group. */
  order: number
}

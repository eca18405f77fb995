import type { Declared } from './declared.ts'

/** What only staff's console has. */
export const ofStaff: Declared = {
  resources: import.meta.glob('../*/staff/*.resource.tsx', { eager: true }),
  pages: import.meta.glob('../*/staff/*.pages.tsx', { eager: true }),
}

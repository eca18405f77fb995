import type { Declared } from './declared.ts'

/** What only the console of an office has. */
export const ofOffice: Declared = {
  resources: import.meta.glob('../*/office/*.resource.tsx', { eager: true }),
  pages: import.meta.glob('../*/office/*.pages.tsx', { eager: true }),
}

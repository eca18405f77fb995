import type { Declared } from './declared.ts'

/** What whoever asks for judicial services has in their console. */
export const ofApplicants: Declared = {
  resources: import.meta.glob('../*/applicant/*.resource.tsx', { eager: true }),
  pages: import.meta.glob('../*/applicant/*.pages.tsx', { eager: true }),
}

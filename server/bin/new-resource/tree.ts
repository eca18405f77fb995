import { join } from 'node:path'

/** Where the contract, the console and the words stand. */
export const root = join(import.meta.dirname, '../../..')

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const read = (name: string) => readFile(join(import.meta.dirname, name))

/** The offline check that travels in every package. */
export const verifyScript = () => read('verify.sh')

/** What the package is and how to check it, in Chinese and English. */
export const readme = () => read('readme.txt')

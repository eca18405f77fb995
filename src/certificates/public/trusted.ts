import { holdsCertificates, isBlockHash } from '../../../proof/reader-input.ts'

/** What a reader got elsewhere than in the file: PEM texts of roots, hashes of blocks. */
export interface Trusted {
  roots: string[]
  blocks: string[]
}

export const nothingTrusted: Trusted = { roots: [], blocks: [] }

/** Every hash of a block in a text; undefined where something else stands there. */
export function readBlocks(text: string): string[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  return words.every(isBlockHash) ? words : undefined
}

/** The certificates of PEM files; undefined where one holds none. */
export async function readRoots(files: Iterable<File>): Promise<string[] | undefined> {
  const texts = await Promise.all([...files].map(async (file) => (file.size > 1024 * 1024 ? '' : file.text())))
  return texts.every(holdsCertificates) ? texts : undefined
}

/*
 * A mutant is a file with one small defect in it that a program planted. Tests that pass all the same have let it through. Some change nothing that
 * anybody could see: those are named, each with its reason.
 */

/** A defect that no test can find. Line and texts are as they stand in the file, with one blank for several. */
export interface Equivalent {
  line: string
  from: string
  to: string
  why: string
}

/** A file that decides, and the tests that judge it. */
export interface JudgedFile {
  file: string
  tests: string[]
  /** Defects that its tests find, in whole percent. A later run finds as many. */
  score: number
  equivalents?: Equivalent[]
}

/** A defect that was planted, and whether the tests failed. */
export interface Mutant {
  lineNumber: number
  line: string
  from: string
  to: string
  isFound: boolean
}

export interface Verdict {
  score: number
  /** Defects that nothing found and nobody named. */
  survivors: Mutant[]
  complaints: string[]
}

const leastScore = 90
const mostEquivalents = 0.03

export const oneBlank = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

const isOf = ({ line, from, to }: Equivalent, mutant: Mutant) =>
  line === mutant.line && from === mutant.from && to === mutant.to

/** Judges a file by the defects that were planted in it. */
export function judgeFile({ score: before, equivalents = [] }: JudgedFile, mutants: readonly Mutant[]): Verdict {
  const named = mutants.filter((mutant) => equivalents.some((one) => isOf(one, mutant)))
  const others = mutants.filter((mutant) => !named.includes(mutant))
  const survivors = others.filter(({ isFound }) => !isFound)
  const score = others.length ? Math.floor((100 * (others.length - survivors.length)) / others.length) : 0
  const complaints = [
    ...equivalents.flatMap((one) => complainOf(one, mutants)),
    ...(named.length > mutants.length * mostEquivalents
      ? [`${named.length} of ${mutants.length} defects are named as equivalents, 3 % may be`]
      : []),
    ...(score < Math.max(leastScore, before) ? [`finds ${score} %, must find ${Math.max(leastScore, before)} %`] : []),
  ]
  return { score, survivors, complaints }
}

function complainOf(one: Equivalent, mutants: readonly Mutant[]): string[] {
  const meant = mutants.filter((mutant) => isOf(one, mutant))
  const defect = `${one.from} → ${one.to} in: ${one.line}`
  if (!meant.length) return [`named as an equivalent, and not planted any more: ${defect}`]
  return meant.some(({ isFound }) => isFound) ? [`named as an equivalent, and found by a test: ${defect}`] : []
}

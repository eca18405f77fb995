import type { StatementKind } from '../../proof/statement.ts'
import type { Product } from '../payments/products.ts'

/** What both sides have to know of a kind of evidence; how it runs and looks stands in their own tables. */
interface KindFacts {
  /** The word that the wire and the database's column have for it: the specification's spelling, frozen. */
  readonly category: string
  /** Whether the platform fetches it, or its owner hands it over. */
  readonly origin: 'captured' | 'deposited'
  /** What one of it costs stands in the price list under this. */
  readonly product: Product
  /** It is deposited by its hash alone: certificate and package wait until the original has come. */
  readonly originalFollows?: boolean
  /** What its public certificate says beyond what every certificate says. */
  readonly publicFacts?: readonly ('url' | 'finalUrl' | 'title')[]
}

/** Every kind of evidence. Filters, words and both sides' tables derive from this list. */
export const evidenceKinds = {
  web: {
    category: 'ATTSETATIONURL',
    origin: 'captured',
    product: 'capture.web',
    publicFacts: ['url', 'finalUrl', 'title'],
  },
  file: { category: 'ATTSETATIONFILE', origin: 'deposited', product: 'deposit.file' },
  hash: { category: 'ATTSETATIONHASH', origin: 'deposited', product: 'deposit.hash', originalFollows: true },
  work: { category: 'INTELLECTUAL_PROPERTY', origin: 'deposited', product: 'deposit.work' },
} as const satisfies Record<StatementKind, KindFacts>
export type EvidenceKind = keyof typeof evidenceKinds

export const kindNames = Object.keys(evidenceKinds) as EvidenceKind[]

/** A kind as calls and the database's column name it. */
type Category = (typeof evidenceKinds)[EvidenceKind]['category']
export const evidenceCategories: Category[] = kindNames.map((kind) => evidenceKinds[kind].category)

export const categoryOf = <K extends EvidenceKind>(kind: K): (typeof evidenceKinds)[K]['category'] =>
  evidenceKinds[kind].category

export function kindOfCategory(category: string): EvidenceKind {
  const kind = kindNames.find((name) => evidenceKinds[name].category === category)
  if (!kind) throw new Error(`no kind of evidence is called ${category}`)
  return kind
}

export const factsOfKind = (kind: EvidenceKind): KindFacts => evidenceKinds[kind]

/** Kinds with a fact in common. */
export const kindsWith = (has: (facts: KindFacts) => boolean): EvidenceKind[] =>
  kindNames.filter((kind) => has(evidenceKinds[kind]))

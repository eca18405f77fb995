import { createHash } from 'node:crypto'

/** A record of the sample resource whose form has a page of its own. */
export interface Crate {
  id: string
  name: string
  priceFen: number
  maker: { id: string; name: string } | null
  phone: string | null
  site: string | null
  sha256: string
  version: number
}

const idOf = (n: number) => `018f0000-0000-7000-9000-${String(n).padStart(12, '0')}`
/** Who may be chosen; the third has gone and is known by the crates alone. */
export const makers = [
  { id: idOf(901), name: '林一' },
  { id: idOf(902), name: 'Bo Lund' },
] as const
const gone = { id: idOf(903), name: '已离职的周三' }

/** Crates of 100.10, 200.20, … yuan, made by three in turn. */
export const someCrates = (count: number): Crate[] =>
  Array.from({ length: count }, (_, i) => ({
    id: idOf(i + 1),
    name: `Crate ${i + 1}`,
    priceFen: (i + 1) * 10_010,
    maker: [makers[0], makers[1], gone][i % 3]!,
    phone: `1380013800${i}`,
    site: null,
    sha256: createHash('sha256').update(String(i)).digest('hex'),
    version: 1,
  }))

export interface Find {
  priceFenFrom?: string
  priceFenTo?: string
  maker?: string
  phone?: string
  sort?: string
}

export function fitting(crates: Crate[], { priceFenFrom, priceFenTo, maker, phone, sort = 'name' }: Find): Crate[] {
  const fit = crates.filter(
    (c) =>
      c.priceFen >= Number(priceFenFrom ?? 0) &&
      c.priceFen <= Number(priceFenTo ?? Infinity) &&
      (!maker || c.maker?.id === maker) &&
      (!phone || c.phone?.includes(phone)),
  )
  const [field, sign] = [sort.replace('-', '') as 'name' | 'priceFen', sort.startsWith('-') ? -1 : 1]
  return fit.sort((a, b) => (a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0))
}

/** What a form sends, as it is kept: of the maker the id alone travels. */
export function kept({ version: _version, maker, ...body }: Record<string, unknown>): Partial<Crate> {
  return { phone: null, site: null, ...body, maker: [...makers, gone].find((m) => m.id === maker) ?? null }
}

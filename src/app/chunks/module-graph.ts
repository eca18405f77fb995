import type { Rolldown } from 'vite'

export type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

interface Way {
  /** Through what is loaded by itself, too. */
  parts?: boolean
  packages?: boolean
  without?: readonly string[]
}

export const isPackage = (id: string) => id.includes('/node_modules/') || id.startsWith('\0')

export const isCode = (id: string) => !isPackage(id) && /\.tsx?$/.test(id)

/** Finds all modules that some need, themselves included. */
export function reach(graph: Graph, from: readonly string[], { parts, packages, without = [] }: Way = {}): Set<string> {
  const reached = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id) || without.includes(id) || (!packages && isPackage(id))) continue
    const module = graph.getModuleInfo(id)
    if (!module) continue
    reached.add(id)
    open.push(...module.importedIds, ...(parts ? module.dynamicallyImportedIds : []))
  }
  return reached
}

/** Reads what a module takes from packages. Of antd, which is many files, each component; icons are a file of their own. */
export function takenFrom(graph: Graph, id: string): string[] {
  const code = graph.getModuleInfo(id)?.code ?? ''
  const imports = code.matchAll(/import\s*([^"']*?)\s*(?:from\s*)?["']([@\w][^"']*)["']/g)
  return [...imports].flatMap(([, names, from]) => {
    if (from === '@ant-design/icons') return []
    if (from !== 'antd') return [from!]
    return [...names!.matchAll(/(\w+)(?:\s+as\s+\w+)?\s*[,}]/g)].map(([, name]) => `antd ${name}`)
  })
}

/** Counts by module how many parts need it, of those that are loaded by themselves. */
export function countUses(graph: Graph, modules: Iterable<string>) {
  const parts = new Set([...modules].flatMap((id) => graph.getModuleInfo(id)!.dynamicallyImportedIds).filter(isCode))
  const uses = new Map<string, number>()
  for (const part of parts) for (const id of reach(graph, [part])) uses.set(id, (uses.get(id) ?? 0) + 1)
  return { parts, uses }
}

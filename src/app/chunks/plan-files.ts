import { countUses, type Graph, isCode, isPackage, reach, takenFrom } from './module-graph.ts'

/** Parts of the console that come before any page, each for whoever has the rights (`domains.tsx`). */
const areas = ['staff', 'office', 'judicial'] as const

/** Half a dozen lines that lists and the website's help both need: a file of their own would cost more. */
const small = '/kit/plain/readable-html.ts'

/** Pages of the website that ask for something need it, and those that show something need the rest. */
const cleaning = ['/contract/kit/typed/clean.ts', '/src/kit/plain/when-released.ts']

/** Whether a module brings along nothing that the first load has not. */
function findLight(graph: Graph, first: ReadonlySet<string>, website: ReadonlySet<string>, added: readonly string[]) {
  const there = new Set([...added, ...[...first].filter(isCode).flatMap((id) => takenFrom(graph, id))])
  const known = new Map([...first].map((id) => [id, true]))
  const isLight = (id: string): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, true)
    const light =
      isCode(id) &&
      (!website.has(id) || id.endsWith(small)) &&
      takenFrom(graph, id).every((name) => there.has(name)) &&
      graph.getModuleInfo(id)!.importedIds.every((imported) => isPackage(imported) || isLight(imported))
    known.set(id, light)
    return light
  }
  return isLight
}

/**
 * The file that each module of ours comes in; one that is not named comes with whatever needs it. `added` is what of packages the first
 * load has beside what its own modules ask for.
 */
export function planFiles(graph: Graph, src: string, website: ReadonlySet<string>, added: readonly string[]) {
  const main = `${src}/app/main.tsx`
  const doors = areas.map((area) => `${src}/app/${area}-domains.ts`)
  const all = reach(graph, [main], { parts: true })
  const first = reach(graph, [main])
  const websiteFirst = reach(graph, [`${src}/site/take-over.tsx`])
  const everybodys = reach(graph, [main], { parts: true, without: doors })
  const within = doors.map((door) => reach(graph, [door], { parts: true }))
  const declared = doors.map((door) => reach(graph, [door]))
  const isLight = findLight(graph, first, website, added)
  const { parts, uses } = countUses(graph, all)

  function fileOf(id: string): string | undefined {
    const language = /\/locales\/([\w-]+)\/[\w-]+\.json$/.exec(id)?.[1]
    if (language) return website.has(id) ? undefined : `words-${language}`
    if (!isCode(id) || id === main || parts.has(id)) return undefined
    const shared = uses.get(id) ?? 0
    // A page has many small ones of the kit and of the contract, where each domain has few.
    const often = /\/(?:src\/kit|contract)\//.test(id) ? 2 : 3
    const isFirst = first.has(id) || (everybodys.has(id) && shared >= often && isLight(id))
    if (cleaning.some((path) => id.endsWith(path))) return 'clean'
    if (isFirst && website.has(id)) return first.has(id) && !websiteFirst.has(id) ? 'format' : 'both'
    if (isFirst) return 'frame'
    if (website.has(id) || everybodys.has(id) || shared < 2) return undefined
    if (!declared.some((area) => area.has(id)) && !isLight(id)) return undefined
    return areas.filter((_, i) => within[i]!.has(id)).join('-')
  }
  return new Map([...all].map((id) => [id, fileOf(id)]))
}

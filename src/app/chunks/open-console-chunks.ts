import type { Rolldown } from 'vite'
import { type Graph, reach } from './module-graph.ts'
import { planFiles } from './plan-files.ts'

type Group = Rolldown.CodeSplittingGroup

/** Files that pages share, each with the number of parts that must need a module, and with paths of what belongs to it. */
const shared: [name: string, least: number, ...paths: string[]][] = [
  [
    'fields',
    2,
    'node_modules/(?:antd/es|@rc-component)/(?:form|input|textarea|checkbox|radio|alert|grid|_util)/',
    'node_modules/(?:@babel/runtime|compute-scroll-into-view|scroll-into-view-if-needed)/',
    'src/kit/form/CleanInput\\.',
  ],
  [
    'select',
    2,
    'node_modules/(?:antd/es|@rc-component)/(?:select|virtual-list)/',
    'node_modules/antd/es/config-provider/',
  ],
  [
    'editors',
    2,
    'node_modules/(?:antd/es/input-number|@rc-component/(?:input-number|mini-decimal|util))/',
    'src/(?:kit/form/(?:Conflict|RecordFields|editors)|platform/parts/WaitingChanges)\\.',
  ],
  ['record', 2, 'node_modules/(?:antd/es|@rc-component)/(?:descriptions|timeline|steps)/', 'src/kit/show/'],
  ['proof', 3, 'src/accounts/(?:parts/)?(?:ProofFields|SmsCodeFields|StrongProof)\\.'],
  ['order-form', 2, 'src/notarization/(?:ApplicationForm|OrderFields|useNamedEvidence)\\.'],
  // Parts need them that need nothing else of the next, which is all that `@refinedev/antd` brings.
  ['small-packages', 3, 'node_modules/(?:dayjs|tslib)/'],
  [
    'record-form',
    3,
    'node_modules/(?!antd/|@rc-component/)',
    'node_modules/antd/es/notification/',
    'src/kit/form/useRecordForm\\.',
  ],
]

/** Of the first load although nothing in it needs one: dialogs would need a file more, or all fields with it. */
const dialogs = 'node_modules/antd/es/modal/'

/**
 * The console in few files: each is asked for, found and compiled by itself. What the website has, too, lies apart from all of it, so that
 * nobody reads a page with the console's scripts. `tests/rules/check-sizes.ts` counts files and weighs them.
 */
export function openConsoleChunks(root: string) {
  const src = `${root}/src`
  let files = new Map<string, string | undefined>()
  let website = new Set<string>()

  /** Packages may lie elsewhere, linked to; one within another belongs to that. */
  function under(...paths: string[]) {
    const path = new RegExp(`^(?:${paths.join('|')})`)
    return (id: string) => {
      const packages = id.indexOf('/node_modules/')
      if (packages >= 0) return path.test(id.slice(packages + 1))
      return id.startsWith(`${root}/`) && path.test(id.slice(root.length + 1))
    }
  }
  const unlessWebsite = (name: string) => (id: string) => (website.has(id) ? null : name)
  const isDialog = under(dialogs)
  const isWords = under('node_modules/(?:react-)?i18next/')
  const whole = { includeDependenciesRecursively: true }
  const groups: Group[] = [
    // Each with all that it needs: two that need one another would begin in the wrong order.
    { name: 'icons', test: under('node_modules/@ant-design/icons'), minShareCount: 2, ...whole },
    { name: 'antd', test: under('node_modules/(?:antd|@ant-design|@rc-component)/'), tags: ['$initial'], ...whole },
    {
      debugName: 'libraries',
      name: unlessWebsite('libraries'),
      test: /node_modules\/|browser-external/,
      tags: ['$initial'],
    },
    ...shared.map(([name, least, ...paths]): Group => ({
      debugName: name,
      name: unlessWebsite(name),
      test: under(...paths),
      minShareCount: least,
    })),
    { debugName: 'ours', name: (id) => (isDialog(id) ? 'frame' : isWords(id) ? 'both' : files.get(id)) },
  ]
  return {
    groups,
    /** To be called once all modules are known, before they are put into files. */
    plan(graph: Graph) {
      website = reach(graph, [`${src}/site/main.ts`, `${src}/site/take-over.tsx`], { parts: true, packages: true })
      files = planFiles(graph, src, website, ['antd Modal'])
    },
  }
}

import { cruise, type IForbiddenRuleType } from 'dependency-cruiser'

/** Domain tiers, lowest first. Moving a domain is one line here. */
const tiers = [
  ['platform'],
  ['real-name'],
  ['trust', 'accounts', 'addresses'],
  ['payments'],
  ['evidence', 'messages'],
  ['captures', 'invoices', 'registry'],
  ['kinds'],
  ['certificates'],
  ['notarization'],
  ['content'],
  ['operator', 'open-api'],
  ['data-rights'],
  ['site'],
  ['app'],
  ['sandbox'],
  ['bin'],
]

const rule = (
  name: string,
  from: string,
  to: string,
  more: { fromNot?: string; toNot?: string } = {},
): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: { path: from, ...(more.fromNot ? { pathNot: more.fromNot } : {}) },
  to: { path: to, ...(more.toNot ? { pathNot: more.toNot } : {}) },
})

/** What pages of the website are built of lies below their domains. */
const websiteFrame = '^src/site/parts/'

/** What of a domain others may import. `app`, `bin` and `kinds` put domains together and see all of them. */
const faces = {
  server: { face: '\\.(service|read|types|queue|settings)\\.ts$', composers: '(app|bin|kinds|kit)' },
  src: { face: '/parts/|\\.resource\\.tsx$|^src/site/parts/', composers: '(app|kit|site)' },
}

const faceRules = Object.entries(faces).map(([root, { face, composers }]): IForbiddenRuleType => ({
  name: `${root}: a domain is reached through its face`,
  severity: 'error',
  from: { path: `^${root}/([^/]+)/`, pathNot: `^${root}/${composers}/` },
  to: { path: `^${root}/[^/]+/`, pathNot: [`^${root}/$1/`, `^${root}/${composers}/`, face] },
}))

/** Every file that the website may load, and what it shares with the console. */
const website = '^src/(site|[^/]+/public|kit/plain)/'

const consoleLibraries = 'node_modules/(antd|@refinedev|@ant-design|@tanstack)/'

function tierRules(root: string): IForbiddenRuleType[] {
  return tiers.flatMap((domains, i) => {
    const higher = tiers.slice(i + 1).flat()
    const others = (domain: string) => domains.filter((d) => d !== domain).join('|')
    const sideways = domains
      .filter((domain) => others(domain))
      .map((d) => rule(`${root}: ${d} not sideways`, `^${root}/${d}/`, `^${root}/(${others(d)})/`))
    const [here, above] = [domains.join('|'), higher.join('|')]
    const upwards = above
      ? [rule(`${root}: ${here} not upwards`, `^${root}/(${here})/`, `^${root}/(${above})/`, { toNot: websiteFrame })]
      : []
    return [...upwards, ...sideways]
  })
}

const forbidden: IForbiddenRuleType[] = [
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  rule('proof stands alone', '^proof/', '^(contract|server|src|dataProvider)/'),
  rule('contract stands below both', '^contract/', '^(server|src|dataProvider)/'),
  rule('server never sees the console', '^server/', '^(src|dataProvider)/'),
  rule('console never sees the server', '^(src|dataProvider)/', '^server/'),
  rule('kit knows no domain (server)', '^server/kit/', '^server/(?!kit/)'),
  rule('kit knows no domain (console)', '^src/kit/', '^src/(?!kit/)'),
  {
    ...rule('website stays free of antd and Refine', website, consoleLibraries),
    to: { path: consoleLibraries, reachable: true },
  },
  rule('website stays out of the console', website, '^(src|dataProvider)/', { toNot: website }),
  // Their fonts, 20 MB, are read when the canvas is imported: threads of their own do so, and others reach these through renderers.
  rule('papers are drawn in threads', '^server/', '^server/kit/paper/', {
    fromNot: '^server/(kit/paper|certificates/drawing|payments/statements/drawing|notarization/papers/drawing)/',
    toNot: '^server/kit/paper/(renderer|pair)[.]ts$',
  }),
  rule(
    'drawing is reached through its renderer',
    '^server/',
    '^server/(certificates|payments/statements|notarization/papers)/drawing/',
    {
      fromNot: '^server/(certificates|payments/statements|notarization/papers)/drawing/',
      toNot: '/(certificate|statement|paper)-renderer[.]ts$',
    },
  ),
  {
    ...rule('rules of orders ask nobody', '^server/notarization/rules/', ''),
    to: {
      path: '[.](repo|read|service)[.]ts$|^server/kit/(db|work|notify|storage)/|node_modules/(kysely|pg)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  rule('nobody imports tests', '^(proof|contract|server|src|dataProvider)/', '^tests/'),
  ...faceRules,
  ...tierRules('server'),
  ...tierRules('contract'),
  ...tierRules('src'),
]

const { output } = await cruise(['proof', 'contract', 'server', 'src', 'dataProvider'], {
  parser: 'swc',
  ruleSet: { forbidden },
  validate: true,
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: 'node_modules/.*/node_modules' },
})
const { summary } = output as {
  summary: {
    totalCruised: number
    totalDependenciesCruised: number
    violations: { rule: { name: string }; from: string; to: string }[]
  }
}
console.log(`${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports`)
for (const v of summary.violations) console.log(`${v.rule.name}: ${v.from} → ${v.to}`)
// A parser that silently understands nothing cruises nothing: that is a failure, not a clean tree.
if (summary.totalDependenciesCruised < 200 || summary.violations.length) process.exitCode = 1

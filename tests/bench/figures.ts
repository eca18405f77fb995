import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = join(import.meta.dirname, '../..')
const layers = ['contract', 'proof', 'server', 'dataProvider', 'src', 'tests']
/** The database's types, written by a program. */
const generated = 'server/kit/db/schema.ts'

interface Figures {
  files: number[]
  functions: number[]
  commentLines: number
}

/** What the architecture page compares with: files, lines, median/p90/max of a file and of a function, comment share. */
const then: Record<string, [string, string, string, string, string]> = {
  contract: ['72', '4,071', '50 / 97 / 160', '1 / 5 / 21', '14.8%'],
  proof: ['47', '3,182', '61 / 128 / 262', '4 / 12 / 25', '9.3%'],
  server: ['496', '30,581', '52 / 122 / 275', '3 / 11 / 84', '8.0%'],
  dataProvider: ['7', '383', '33 / 134 / 134', '4 / 17 / 78', '10.2%'],
  src: ['360', '14,673', '36 / 76 / 274', '1 / 14 / 104', '5.6%'],
  tests: ['338', '33,351', '74 / 210 / 491', '1 / 15 / 211', '2.5%'],
}
const headings = ['files', 'lines', 'lines a file', 'lines a function', 'comment lines']

/** Measures the source and prints a table; `--write` puts it into docs/architecture.md. */
export function benchFigures() {
  const text = tableOf()
  console.log(text)
  if (!process.argv.includes('--write')) return
  const path = join(root, 'docs/architecture.md')
  const page = readFileSync(path, 'utf8')
  writeFileSync(path, page.replace(/(<!-- figures -->\n)[^]*(<!-- \/figures -->)/, `$1\n${text}\n\n$2`))
}

function tableOf(): string {
  const rows = layers.flatMap((layer) => {
    const now = shown(measure(layer))
    return headings.map((heading, i) => `| ${i ? '' : layer} | ${heading} | ${then[layer]![i]} | ${now[i]} |`)
  })
  return ['| layer | figure (median / p90 / max) | then | now |', '|---|---|---|---|', ...rows].join('\n')
}

function measure(layer: string): Figures {
  const figures: Figures = { files: [], functions: [], commentLines: 0 }
  for (const path of readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })) {
    const name = `${layer}/${path}`
    if (/\.tsx?$/.test(name) && name !== generated) add(figures, name)
  }
  return figures
}

function add(figures: Figures, name: string) {
  const source = readFileSync(join(root, name), 'utf8')
  const { program, comments, errors } = parseSync(name, source)
  if (errors.length) throw new Error(`${name}: ${errors[0]!.message}`)
  const linesOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end).split('\n').length
  figures.files.push(source.trimEnd().split('\n').length)
  figures.commentLines += comments.reduce((sum, comment) => sum + linesOf(comment), 0)
  for (const node of functionsIn(program)) figures.functions.push(linesOf(node))
}

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Every function of a syntax tree, arrows and methods included. */
function functionsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(functionsIn)
  if (!isNode(node)) return []
  const inner = Object.values(node).flatMap((value) => (typeof value === 'object' ? functionsIn(value) : []))
  const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
  return isFunction ? [node, ...inner] : inner
}

function shown({ files, functions, commentLines }: Figures): string[] {
  const lines = files.reduce((sum, n) => sum + n, 0)
  const share = `${((100 * commentLines) / lines).toFixed(1)}%`
  return [files.length, lines].map((n) => n.toLocaleString('en')).concat(spread(files), spread(functions), share)
}

function spread(numbers: number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return `${at(0.5)} / ${at(0.9)} / ${at(1)}`
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')

export interface Instruction {
  name: string
  text: string
}

export interface Stage {
  name: string
  base: string
  steps: Instruction[]
}

export interface Copy {
  from: string | undefined
  sources: string[]
  target: string
}

/** Stages of the project's Dockerfile. Understands what that file uses: comments, continued lines, one word per flag. */
export function readStages(): Stage[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
  const stages: Stage[] = []
  for (const line of lines.split('\n').filter(Boolean)) {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    const [, base = '', stage = ''] = /^(\S+) AS (\S+)$/.exec(text) ?? []
    if (name === 'FROM') stages.push({ name: stage, base, steps: [] })
    else stages.at(-1)?.steps.push({ name, text: text.replaceAll(/\s+/g, ' ') })
  }
  return stages
}

export const stageNamed = (name: string): Stage => readStages().find((s) => s.name === name)!

const textsOf = (stage: Stage, name: string) => stage.steps.filter((s) => s.name === name).map((s) => s.text)

export const runsOf = (stage: Stage): string[] => textsOf(stage, 'RUN')

/** A command in exec form, the last one counts. */
export const commandOf = (stage: Stage): string[] => JSON.parse(textsOf(stage, 'CMD').at(-1)!) as string[]

export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(textsOf(stage, 'ENV').flatMap((t) => t.split(' ').map((pair) => pair.split('=', 2))))

export function copiesOf(stage: Stage): Copy[] {
  return textsOf(stage, 'COPY').map((text) => {
    const words = text.split(' ')
    const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined
    const target = words.pop()!
    return { from, sources: words, target }
  })
}

/** Names that .dockerignore lets into an image: it drops everything else. */
export function allowedNames(): string[] {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const rules = lines.filter((line) => line && !line.startsWith('#'))
  if (rules[0] !== '*') throw new Error('.dockerignore must begin by dropping everything')
  return rules.slice(1).map((line) => line.replace(/^!/, ''))
}

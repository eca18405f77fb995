import { z } from 'zod'
import { SettingsFileError } from './settings-file.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What the environment gave each group. */
export interface ReadSettings {
  readonly groups: ReadonlyMap<SettingsGroup, unknown>
}

interface CheckedSettings<T> {
  /** Every variable that does not fit, with why. */
  problems: readonly string[]
  /** Only where there are none. */
  read(production: boolean): T
}

/** Settings of one subject: their variables, and what these become for the code that uses them. */
export interface SettingsGroup<T = unknown> {
  /** Its environment variables. */
  names: readonly string[]
  check(env: Environment): CheckedSettings<T>
  /** As a configuration has them that was read with this group. */
  of(config: ReadSettings): T
}

export const problemsOf = ({ issues }: z.ZodError) => issues.map((i) => `${i.path.join('.')}: ${i.message}`)

/**
 * A domain defines its settings next to the code that uses them, and lists them under `settings` of its declaration. `read` gets
 * checked variables and throws `SettingsFileError` for what is wrong together, or in a file that they name.
 */
export function defineSettings<Shape extends z.ZodRawShape, T>({
  shape,
  read,
}: {
  shape: Shape
  read(given: z.output<z.ZodObject<Shape>>, production: boolean): T
}): SettingsGroup<T> {
  const schema = z.object(shape)
  const names = Object.keys(shape)
  const group: SettingsGroup<T> = {
    names,
    check(env) {
      const { success, data, error } = schema.safeParse(env)
      const problems = success ? [] : problemsOf(error)
      return {
        problems,
        read(production) {
          if (!success) throw new SettingsFileError(problems.join('\n'))
          return read(data, production)
        },
      }
    },
    of({ groups }) {
      if (!groups.has(group)) throw new Error(`${names.join(', ')}: not among the settings that were read`)
      return groups.get(group) as T
    },
  }
  return group
}

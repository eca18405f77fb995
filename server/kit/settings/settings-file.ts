import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'

export class SettingsFileError extends Error {}

const loopback = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/
export const isLoopback = (host: string) => loopback.test(host)

/** Elsewhere than the vendor's own address: only a counterpart on this machine, in local mode. */
export const Endpoint = z.url({ protocol: /^http$/ }).optional()

/** Seconds that the vendor may take to answer. */
export const Patience = z.number().min(0.1).max(60).default(10)

/** The file that a setting names holds keys: nobody but its owner may read it. What it holds is in no message of ours. */
export function readSettingsFile<T extends z.ZodType>(
  name: string,
  path: string,
  production: boolean,
  schema: T,
): z.output<T> {
  const judged = schema.safeParse(parse(readText(name, path, production), path))
  if (!judged.success)
    throw new SettingsFileError(
      judged.error.issues.map((i) => `${path}: ${i.path.join('.') || 'the file'}: ${i.message}`).join('\n'),
    )
  const { endpoint } = judged.data as { endpoint?: string }
  if (endpoint && (production || !isLoopback(new URL(endpoint).hostname)))
    throw new SettingsFileError(`${path}: endpoint names a counterpart on this machine, in local mode; leave it out`)
  return judged.data
}

function readText(name: string, path: string, production: boolean): string {
  try {
    if (production && statSync(path).mode & 0o077)
      throw new SettingsFileError(`${path} can be read by others than its owner: chmod 600 ${path}`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof SettingsFileError) throw error
    throw new SettingsFileError(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SettingsFileError(`${path} is not JSON`)
  }
}

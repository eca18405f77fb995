import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ConfigError } from '../kit/settings/config.ts'
import { readSecret } from '../trust/keys/key-provider.ts'

const shortest = 16
const fewestDifferent = 8

/** The passphrase is all that protects a stolen key file. */
function requireStrong(secret: string): string {
  if (secret.length < shortest || new Set(secret).size < fewestDifferent) {
    throw new ConfigError(
      `A passphrase has at least ${shortest} characters, ${fewestDifferent} of them different. One that is good: openssl rand -base64 30`,
    )
  }
  return secret
}

interface Wanted {
  what: string
  /** Named by an option; else it is asked for. */
  file: string | undefined
  /** A new one must be strong, and is typed twice. */
  fresh: boolean
}

/** A passphrase from its file or from the keyboard, never from the command line, where every process could read it. */
export async function askSecret({ what, file, fresh }: Wanted): Promise<string> {
  if (file !== undefined) return fresh ? requireStrong(await readSecret(file)) : readSecret(file)
  if (!process.stdin.isTTY)
    throw new ConfigError(
      `No terminal to ask for the ${what}: name a file with --passphrase-file and --root-passphrase-file.`,
    )
  const secret = await ask(`${what}: `)
  if (!fresh) return secret
  requireStrong(secret)
  if ((await ask(`${what}, once more: `)) !== secret) throw new ConfigError('The two differ. Nothing was made.')
  return secret
}

/** Reads a line without showing it. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  lines.once('SIGINT', () => process.exit(130))
  const ended = new Promise<never>((_, fail) => lines.once('close', () => fail(new ConfigError('Nothing was typed.'))))
  try {
    return (await Promise.race([lines.question(''), ended])).trim()
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

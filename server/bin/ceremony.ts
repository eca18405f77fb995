import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from '../kit/settings/config.ts'
import { languageOf, say } from '../kit/words.ts'
import { holdCeremony, importSeal, renewKeys, renewList, revokeKey } from '../trust/keys/ceremony.ts'
import { type Act, ceremonyRecord, describeKeys, minute, reportOf } from '../trust/keys/ceremony-report.service.ts'
import { replaceFile } from '../trust/keys/key-folder.ts'
import { readSecret } from '../trust/keys/key-provider.ts'
import { type RevocationReason, revocationReasons } from '../trust/keys/revocation-list.ts'
import { askSecret } from './ask-secret.ts'
import { tellFailure } from './tell-failure.ts'

// Keys made, renewed and revoked by people, at a terminal. Passphrases come from files or the keyboard, nowhere else.
const usage = `Usage: npm run ceremony -- create --keys <dir> --offline <dir> --name <platform name>
       npm run ceremony -- renew  --keys <dir> --offline <dir>
       npm run ceremony -- revoke --keys <dir> --offline <dir> --serial <hex> --reason <reason> [--at <instant>]
       npm run ceremony -- crl    --keys <dir> --offline <dir>
       npm run ceremony -- import-seal --keys <dir> --offline <dir> --certificate <chain.pem> --key <key.pem>
       npm run ceremony -- show   --keys <dir>
Options: --passphrase-file <file>, --root-passphrase-file <file>: else asked for; --lang zh|en
         --key-passphrase-file <file>: of the key that is taken over, where it has one
Reasons: ${Object.keys(revocationReasons).join(', ')}`

const { values, positionals } = parse()
const language = languageOf(values.lang, process.env['LANG'])
const now = new Date()

function parse() {
  try {
    const text = { type: 'string' } as const
    return parseArgs({
      allowPositionals: true,
      options: {
        keys: text,
        offline: text,
        name: text,
        serial: text,
        reason: text,
        at: text,
        lang: text,
        certificate: text,
        key: text,
        'passphrase-file': text,
        'root-passphrase-file': text,
        'key-passphrase-file': text,
      },
    })
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    return process.exit(2)
  }
}

function required(name: 'keys' | 'offline' | 'name' | 'serial' | 'reason' | 'certificate' | 'key'): string {
  const value = values[name]?.trim()
  if (!value) throw new ConfigError(`--${name} is missing.\n${usage}`)
  return value
}

const folders = () => ({ keysDir: resolve(required('keys')), offlineDir: resolve(required('offline')) })
const keyPassphrase = (fresh: boolean) =>
  askSecret({ what: 'Passphrase of the keys in use', file: values['passphrase-file'], fresh })
const rootPassphrase = (fresh: boolean) =>
  askSecret({ what: 'Passphrase of the root key', file: values['root-passphrase-file'], fresh })

async function create(): Promise<Act['params']> {
  const [where, platformName] = [folders(), required('name')]
  const secrets = { passphrase: await keyPassphrase(true), rootPassphrase: await rootPassphrase(true) }
  if (secrets.passphrase === secrets.rootPassphrase)
    throw new ConfigError('The root key needs a passphrase of its own: the other one lies on the server.')
  await holdCeremony({ ...where, ...secrets, platformName, local: false, now })
  return {}
}

async function renew(): Promise<Act['params']> {
  await renewKeys({
    ...folders(),
    passphrase: await keyPassphrase(false),
    rootPassphrase: await rootPassphrase(false),
    now,
  })
  return {}
}

async function revoke(): Promise<Act['params']> {
  const [where, serial, reason] = [folders(), required('serial'), required('reason')]
  if (!Object.hasOwn(revocationReasons, reason))
    throw new ConfigError(`Unknown reason ${reason}. Known: ${Object.keys(revocationReasons).join(', ')}`)
  const at = values.at === undefined ? now : new Date(values.at)
  await revokeKey({
    ...where,
    serial,
    reason: reason as RevocationReason,
    at,
    rootPassphrase: await rootPassphrase(false),
    now,
  })
  return { serial: serial.toUpperCase(), reason, at: minute(at) }
}

async function crl(): Promise<Act['params']> {
  await renewList({ ...folders(), rootPassphrase: await rootPassphrase(false), now })
  return {}
}

async function takeOverSeal(): Promise<Act['params']> {
  const [where, certificate, key, given] = [
    folders(),
    required('certificate'),
    required('key'),
    values['key-passphrase-file'],
  ]
  const [chain, pem] = await Promise.all(
    [certificate, key].map((path) =>
      readFile(path, 'utf8').catch(() => {
        throw new ConfigError(`${path} cannot be read.`)
      }),
    ),
  )
  const ofKey = given === undefined ? undefined : await readSecret(given)
  await importSeal({
    ...where,
    chain: chain!,
    key: pem!,
    keyPassphrase: ofKey,
    passphrase: await keyPassphrase(false),
    rootPassphrase: await rootPassphrase(false),
    now,
  })
  return {}
}

const commands: Record<Act['command'], () => Promise<Act['params']>> = {
  create,
  renew,
  revoke,
  crl,
  'import-seal': takeOverSeal,
}
const isCommand = (name: string): name is Act['command'] => Object.hasOwn(commands, name)

async function main() {
  const [name = '', ...more] = positionals
  if (more.length || (name !== 'show' && !isCommand(name))) throw new ConfigError(usage)
  if (name === 'show') return console.log(describeKeys(language, await reportOf(resolve(required('keys')))))
  const params = await commands[name]()
  const { keysDir: keys, offlineDir: offline } = folders()
  const report = await reportOf(keys)
  const record = `${offline}/record-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}-${name}.txt`
  await replaceFile(record, ceremonyRecord({ command: name, params, at: now }, report))
  console.log(
    `${say(language, 'cli', `ceremony.act.${name}`, params)}\n\n${describeKeys(language, report)}\n\n${record}\n`,
  )
  console.log(say(language, 'cli', `ceremony.next.${name}`, { keys, offline, until: minute(report.until) }))
}

try {
  await main()
} catch (error) {
  console.error(tellFailure(error))
  process.exit(1)
}

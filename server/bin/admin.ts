import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openServices } from '../app/open-services.ts'
import {
  createOperator,
  forgetSecrets,
  renewCallbackKey,
  renewPassword,
  resetTotpOf,
  setPlatform,
} from '../app/operators.ts'
import { sendTestMessage } from '../messages/delivery/send-test-message.ts'
import { readConfig } from '../app/read-config.ts'
import { type Config, ConfigError } from '../kit/settings/config.ts'
import type { Database } from '../kit/db/db.ts'
import { AuditBroken, type AuditCheck, checkAudit, checkRecord, type Head } from '../kit/audit/audit-check.ts'
import { isUuid } from '../kit/ids.ts'
import type { Services } from '../kit/services.ts'
import { secretBox } from '../kit/secrets/secret-box.ts'
import { languageOf } from '../kit/words.ts'
import { checkStore } from '../kit/storage/check-store.ts'
import { type Store, StoreError } from '../kit/storage/store.ts'
import { overlapDays } from '../open-api/callbacks/signers.ts'
import { exportLog } from '../trust/log/export.ts'
import { tellFailure } from './tell-failure.ts'

// What has to be done before anybody can sign in. Needs the service's settings (mode, database), not its keys.
const usage = `Usage: npm run admin -- set-platform --zh <Chinese name> [--en <English name>] --host <host name> [--host …] [--id <notaryId>]
       npm run admin -- create-operator --phone <mobile number> [--name <name>] [--administrator]
       npm run admin -- new-password --phone <operator's mobile number>
       npm run admin -- reset-totp --phone <mobile number>
       npm run admin -- forget-secrets
       npm run admin -- renew-callback-key
       npm run admin -- send-test-message --to <mobile number or mail address> [--lang en]
       npm run admin -- check-store [--read]
       npm run admin -- check-audit [--record <id or preservation number>] [--head <number>:<digest>]
       npm run admin -- export-log <folder>`

const { values, positionals } = parse()

function parse() {
  try {
    const text = { type: 'string' } as const
    return parseArgs({
      allowPositionals: true,
      options: {
        zh: text,
        en: text,
        host: { ...text, multiple: true },
        id: text,
        phone: text,
        to: text,
        lang: text,
        name: text,
        record: text,
        head: text,
        read: { type: 'boolean', default: false },
        administrator: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    return process.exit(2)
  }
}

function required(name: 'zh' | 'phone' | 'to'): string {
  const value = values[name]?.trim()
  if (!value) throw new ConfigError(`--${name} is missing.\n${usage}`)
  return value
}

/** What an earlier check printed. */
function headGiven(): Head | undefined {
  if (values.head === undefined) return undefined
  const [, number, digest] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.head) ?? []
  if (!digest) throw new ConfigError(`--head is what an earlier check printed, <number>:<digest>.\n${usage}`)
  return { number: Number(number), digest }
}

async function recordNamed(db: Database, key: string): Promise<string> {
  if (isUuid(key)) return key
  const evidence = await db.system.selectFrom('evidence').select('id').where('number', '=', key).executeTakeFirst()
  if (!evidence) throw new ConfigError(`${key} is neither the id of a record nor a preservation number.`)
  return evidence.id
}

function tellCheck({ rows, batches, waiting, fault }: Omit<AuditCheck, 'head'>) {
  if (fault) throw new AuditBroken(`The record of acts does not fit: ${fault}.`)
  console.log(`${rows} rows in ${batches} batches fit${waiting ? `; ${waiting} more wait to be chained` : ''}.`)
}

const printedOnce = (who: string, password: string) =>
  console.log(`Password of ${who}, shown once and kept nowhere: ${password}`)

/** Commands that take a word behind their name. */
const withWord = new Set(['export-log'])

const commands: Record<string, (db: Database, store: Store, config: Config, services: Services) => Promise<void>> = {
  async 'set-platform'(db) {
    const [zh, en, hosts] = [required('zh'), values.en?.trim(), values.host ?? []]
    if (
      !hosts[0] ||
      hosts.some((h) => !URL.canParse(`https://${h}`) || new URL(`https://${h}`).hostname !== h.toLowerCase())
    )
      throw new ConfigError(`--host is a host name alone, without scheme and port.\n${usage}`)
    await setPlatform(db, { notaryId: values.id ?? hosts[0], name: { zh, ...(en && { en }) }, hosts })
    console.log(`The platform is ${zh}${en ? `, ${en}` : ''}, at ${hosts.join(', ')}.`)
  },
  async 'create-operator'(_db, _store, _config, services) {
    const phone = required('phone')
    printedOnce(
      `operator ${phone}`,
      await createOperator(services, {
        phone,
        name: values.name?.trim() || (values.administrator ? '管理员' : '运营员'),
        administrator: values.administrator,
      }),
    )
  },
  async 'new-password'(db) {
    const phone = required('phone')
    printedOnce(`operator ${phone}`, await renewPassword(db, phone))
  },
  async 'reset-totp'(db) {
    const phone = required('phone')
    await resetTotpOf(db, phone)
    console.log(`${phone} signs in without a second step until a new one is set up, and was signed out everywhere.`)
  },
  async 'forget-secrets'(db) {
    const { totp, identities, signers } = await forgetSecrets(db)
    console.log(
      `${totp} people sign in without a second step until they set up a new one, and were signed out everywhere. ${identities} people and enterprises verify their identity anew. ${signers ? 'Receivers of callbacks need the new public key, which stands beside the API keys. ' : ''}The next start makes a new key.`,
    )
  },
  async 'renew-callback-key'(db, _, config) {
    await renewCallbackKey(db, secretBox(config.keysDir))
    console.log(
      `Callbacks are signed with a new key. The old one signs along for ${overlapDays} days: tell receivers to take over the new public key, which stands beside the API keys.`,
    )
  },
  async 'send-test-message'(db, _, config) {
    const told = await sendTestMessage(db, config, required('to'), languageOf(values.lang, process.env['LANG']))
    console.log(`The vendor took it${told && `: ${told}`}.`)
  },
  async 'check-store'(db, store) {
    const { objects, missing, altered, unknown } = await checkStore(db, store, values.read)
    for (const { sha256, numbers } of missing)
      console.log(`missing  ${sha256}  of evidence ${numbers.join(', ') || 'that is not named'}`)
    for (const { sha256, numbers } of altered)
      console.log(`altered  ${sha256}  of evidence ${numbers.join(', ') || 'that is not named'}`)
    console.log(
      `${objects} objects that evidence needs: ${missing.length} missing, ${altered.length} altered${values.read ? ', every byte read' : ' in size; --read compares every byte'}.`,
    )
    console.log(
      `${unknown} objects that the database did not know; it does now, and they are removed after a day unless evidence needs them.`,
    )
    if (missing.length + altered.length)
      throw new StoreError(
        'The store lacks what evidence needs: restore those objects from a backup, under their names.',
      )
  },
  async 'check-audit'(db) {
    if (values.record !== undefined)
      return tellCheck(await checkRecord(db, await recordNamed(db, values.record.trim())))
    const check = await checkAudit(db, headGiven())
    tellCheck(check)
    if (check.head)
      console.log(`Note this elsewhere, for the next check: --head ${check.head.number}:${check.head.digest}`)
  },
  async 'export-log'(db) {
    const folder = positionals[1]?.trim()
    if (!folder) throw new ConfigError(`Name the folder that a web server serves.\n${usage}`)
    const { shards, entries, files } = await exportLog(db.system, resolve(folder))
    console.log(
      `${entries} entries of ${shards} logs stand below ${join(resolve(folder), 'log')}; ${files} files were written now.`,
    )
  },
}

async function main() {
  const command = commands[positionals[0] ?? '']
  if (!command || positionals.length > (withWord.has(positionals[0]!) ? 2 : 1)) throw new ConfigError(usage)
  const config = readConfig()
  const { services, close } = await openServices(config, pino({ level: 'silent' }), () => {})
  try {
    await command(services.db, services.store, config, services)
  } finally {
    await close()
  }
}

try {
  await main()
  process.exit(0)
} catch (error) {
  console.error(tellFailure(error))
  process.exit(1)
}

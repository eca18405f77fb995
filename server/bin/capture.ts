import { once } from 'node:events'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { ensureCliCaller } from '../accounts/cli-account.ts'
import { localCaptureQueue } from '../captures/capture.queue.ts'
import { openInstallation } from '../app/open-installation.ts'
import { startWorker } from '../app/worker.ts'
import { startWebCaptures } from '../captures/web/start-web.service.ts'
import { detail } from '../evidence/evidence.service.ts'
import { artefactReply } from '../evidence/evidence-files.service.ts'
import { AppError } from '../kit/errors.ts'
import { type Caller } from '../kit/calls/caller.ts'
import { readConfig } from '../app/read-config.ts'
import { ConfigError } from '../kit/settings/config.ts'
import type { Services } from '../kit/services.ts'
import { nativeHashing } from '../kit/files/native-hashing.ts'
import { StoreError } from '../kit/storage/store.ts'
import { type Language, languageOf, say, wordField } from '../kit/words.ts'
import { TrustError } from '../trust/trust-error.types.ts'
import { findEvidence } from '../evidence/evidence.read.ts'
import { tellFailure } from './tell-failure.ts'
import { describeReport } from './verify-report.ts'
import { verifyPackage } from '../../proof/bundle.ts'
import { verifyCertificate } from '../../proof/formats/pdf.ts'

// The main job in one command, through the same service code as the console: queue, worker, seal, certificate, check.
const usage =
  'npm run capture -- <url> [--out dir] [--lang en|zh] [--allow-private host|cidr] [--device desktop|mobile]'

interface Wish {
  url: string
  out: string
  lang: Language
  allowPrivate: string[]
  device: 'PC' | 'MOBILE'
}

function readWish(): Wish {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: '.' },
      lang: { type: 'string' },
      'allow-private': { type: 'string', multiple: true, default: [] },
      device: { type: 'string', default: 'desktop' },
    },
  })
  const [url] = positionals
  if (!url || positionals.length > 1) throw new ConfigError(usage)
  return {
    url,
    out: resolve(values.out),
    lang: languageOf(values.lang, process.env['LANG']),
    allowPrivate: values['allow-private'],
    device: values.device === 'mobile' ? 'MOBILE' : 'PC',
  }
}

/** Longer than a capture and its certificate may take together. */
const patience = 400_000

const tell = (line: string) => void process.stderr.write(`${line}\n`)

async function run(wish: Wish): Promise<boolean> {
  const config = { ...readConfig(), allowPrivate: wish.allowPrivate }
  const log = pino({ level: 'silent' })
  const installation = await openInstallation(config, log)
  const { services, authority, platform } = installation
  const worker = await startWorker(services, authority, log, { captures: 1, ownCapturesOnly: true })
  try {
    const caller = await ensureCliCaller(services, platform, wish.lang)
    const { list } = await startWebCaptures(
      services,
      caller,
      {
        urls: [wish.url],
        evidenceName: '',
        labels: [],
        remark: '',
        device: wish.device,
        scroll: true,
        delaySeconds: 0,
        mode: 1,
      },
      localCaptureQueue,
    )
    const number = list[0]!.no
    const collected = await follow(services, caller, number, wish)
    return collected && (await deliver(services, caller, number, wish))
  } finally {
    await worker.stop()
    await installation.close()
  }
}

/** Shows each step until the certificate stands; false where there is no evidence. */
async function follow(services: Services, caller: Caller, number: string, { lang }: Wish): Promise<boolean> {
  let last = ''
  const until = performance.now() + patience
  for (;;) {
    const e = await detail(services, caller, number)
    const line = e.step ? say(lang, 'captures', `step.${e.step}`) : say(lang, 'evidence', `choice.status.${e.status}`)
    if (line !== last) tell(`  ${String(e.percent).padStart(3)} %  ${line}`)
    last = line
    if (e.status === 'failed') {
      tell(
        `\n${say(lang, 'captures', `failure.${e.failReason}`, { ...e.failParams, defaultValue: say(lang, 'evidence', 'failedUnknown') })}`,
      )
      if (e.failReason === 'address-refused') tell(say(lang, 'cli', 'allowPrivate'))
      return false
    }
    if (e.status === 'cancelled') return false
    if (e.certified) return true
    if (performance.now() > until)
      throw new Error(`${number} is collected, but its certificate is not made yet; find it in the console later`)
    await new Promise((next) => setTimeout(next, 150))
  }
}

/** Writes package and certificate, then checks both as a stranger would, from the files alone. */
async function deliver(services: Services, caller: Caller, number: string, { out, lang }: Wish): Promise<boolean> {
  await mkdir(out, { recursive: true })
  const record = await services.db.forAccount(caller, (tx) => findEvidence(tx, caller, { number }))
  const written: string[] = []
  for (const kind of ['package', 'certificate'] as const) {
    const reply = await artefactReply(services, record!, kind)
    const path = join(out, reply.fileName)
    await pipeline(reply.open(), createWriteStream(path, { flush: true }))
    written.push(path)
  }
  const [packagePath, certificatePath] = written as [string, string]
  const packaged = await verifyPackage(await openAsBlob(packagePath), { hashing: nativeHashing })
  process.stdout.write(`\n${describeReport(lang, packaged)}\n\n${written.join('\n')}\n`)
  // A certificate by itself says nothing about originals it does not carry: "incomplete" is its best answer.
  for (const [group, told] of [
    ['note', record!.notes],
    ['caution', record!.cautions],
  ] as const)
    for (const { code, params } of told) tell(`\n${say(lang, 'captures', `${group}.${code}`, params)}`)
  const certificate = await verifyCertificate(await openAsBlob(certificatePath))
  return packaged.verdict === 'valid' && certificate.verdict !== 'invalid'
}

try {
  const wish = readWish()
  const good = await run(wish)
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  process.exit(good ? 0 : 1)
} catch (error) {
  process.exit(explain(error))
}

function explain(error: unknown): number {
  const lang = languageOf(
    process.argv.includes('--lang') ? process.argv[process.argv.indexOf('--lang') + 1] : undefined,
    process.env['LANG'],
  )
  if (error instanceof AppError) {
    const fields = error.fields.map((f) => wordField(lang, f).message)
    tell(`\n${fields.length ? fields.join('\n') : say(lang, 'errors', `code.${error.code}`, error.params)}`)
    if (error.fields.some((f) => f.key === 'url.address-refused')) tell(say(lang, 'cli', 'allowPrivate'))
    return 1
  }
  if (error instanceof TrustError || error instanceof StoreError) tell(tellFailure(error))
  else
    tell(
      error instanceof ConfigError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
        ? `${(error as Error).message}\n${usage}`
        : String((error as Error).stack),
    )
  return 2
}

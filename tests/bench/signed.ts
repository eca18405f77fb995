import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { openApiBase } from '../../contract/open-api/operations.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { createSession } from '../../server/accounts/sign-in/sessions.repo.ts'
import { newId } from '../../server/kit/ids.ts'
import { ensureLocalPlatform } from '../../server/platform/platform.service.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { startServiceProcess } from '../kit/outside/service-process.ts'
import { signedForm } from '../kit/people/signed-form.ts'
import { withFilledService } from './kit/filled-service.ts'

const asked = 3_000
const connections = 10
const keys = 10
const rounds = 2

type Ask = () => Promise<Response>

/** All of them, ten at a time; the middle and the slow end of how long each took. */
async function send(asks: Ask[]) {
  const took: number[] = []
  let refused = 0
  const left = asks[Symbol.iterator]()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const ask of left) {
        const at = performance.now()
        const reply = await ask()
        const { success } = (await reply.json()) as { success: boolean }
        took.push(performance.now() - at)
        if (!success) refused++
      }
    }),
  )
  took.sort((a, b) => a - b)
  return {
    rate: (asks.length / (performance.now() - began)) * 1_000,
    p50: took[Math.floor(took.length / 2)]!,
    p99: took[Math.floor(took.length * 0.99)]!,
    refused,
  }
}

/** The state of one evidence, asked with a key and with a session; signatures are made before the clock runs. */
export const benchSigned = (dir: string) =>
  withFilledService(dir, 1_000, async ({ services, admin, owner, databaseUrl, dataDir }) => {
    await liftLimits(admin)
    const platform = await ensureLocalPlatform(services.db)
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const { id: membershipId } = await services.db.system
      .selectFrom('membership')
      .select('id')
      .where('accountId', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    const accessKeys = Array.from({ length: keys }, () => randomUUID().replaceAll('-', ''))
    for (const accessKey of accessKeys)
      await services.db.system
        .insertInto('apiKey')
        .values({
          id: newId(),
          platformId: platform.id,
          accountId: owner.accountId,
          membershipId,
          name: 'bench',
          accessKey,
          publicKey: der,
          bits: 3072,
          fingerprint: accessKey,
        })
        .execute()
    const token = await services.db.asSystem((tx) =>
      createSession(
        tx,
        { platform, lang: 'en', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' },
        owner.personId,
      ),
    )
    const { number } = await services.db.system
      .selectFrom('evidence')
      .select('number')
      .where('accountId', '=', owner.accountId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const service = await startServiceProcess(dataDir, { DATABASE_URL: databaseUrl, SHIMAKAZE_CAPTURES: '0' })
    const path = `${openApiBase}/query`
    const signed = (i: number): Ask => {
      const body = new URLSearchParams({
        ...signedForm({ accessKey: accessKeys[i % keys]!, privateKey }, 'query', { nos: [number] }),
      }).toString()
      return () =>
        fetch(`${service.url}${path}`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
    }
    const bySession = (): Ask => () =>
      fetch(`${service.url}${pathOf(evidenceCalls.detail)}`, {
        method: 'POST',
        body: JSON.stringify({ ano: number }),
        headers: { 'content-type': 'application/json', 'x-auth-token': token },
      })
    console.log(
      `One evidence asked for, ${asked.toLocaleString('en')} times over ${connections} connections, ${rounds} times each by turns:`,
    )
    try {
      for (let round = 0; round < rounds; round++) {
        for (const [name, make] of [
          ['signed, RSA 3072', signed],
          ['by a session', bySession],
        ] as const) {
          const r = await send(Array.from({ length: asked }, (_, i) => make(i)))
          console.log(
            `  ${name.padEnd(18)} ${r.rate.toFixed(0).padStart(5)}/s   p50 ${r.p50.toFixed(0)} ms   p99 ${r.p99.toFixed(0)} ms   ${r.refused} refused`,
          )
        }
      }
    } finally {
      await service.end('SIGINT')
    }
  })

import { phoneCalls, type smsScenes } from '../../contract/accounts/phone.ts'
import { dataCopyCalls } from '../../contract/data-rights/copies.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { writeCopy } from '../../server/data-rights/copies.jobs.ts'
import { unzipSync } from 'fflate'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { newId } from '../../server/kit/ids.ts'
import { sections } from '../../server/app/domains.ts'

/** A code to the person's own phone, as the page gives it. */
export async function proofOf(t: TestApp, who: Member, scene: Extract<(typeof smsScenes)[number], 'PROVE'> = 'PROVE') {
  await forgetLimits(t)
  const sent = await t.call(phoneCalls.sendCode, { body: { scene, ...(await answerCaptcha(t)) } }, who)
  if (!sent.success) throw new Error(JSON.stringify(sent))
  return { codeId: sent.data.codeId, code: readCode(t, who.phone) }
}

export const askCopy = async (t: TestApp, who: Member) => {
  const reply = await t.call(dataCopyCalls.ask, { body: await proofOf(t, who) }, who)
  if (!reply.success) throw new Error(JSON.stringify(reply))
  return reply.data.id
}

export const bytesOf = (t: TestApp, who: Member | undefined, id: string) =>
  t.inject({
    method: 'GET',
    url: pathOf(dataCopyCalls.download, { id }),
    headers: who ? { 'x-auth-token': who.token } : {},
  })

/** Asked for, written and fetched: its files by name. */
export async function copyOf(t: TestApp, who: Member): Promise<Record<string, string>> {
  const id = await askCopy(t, who)
  await writeCopy(t.services, sections, { jobId: newId(), id })
  const response = await bytesOf(t, who, id)
  if (response.statusCode !== 200) throw new Error(response.body)
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(response.rawPayload))).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString('utf8'),
    ]),
  )
}

export const rowsOf = (files: Record<string, string>, section: string) =>
  JSON.parse(files[`data/${section}.json`]!) as Record<string, unknown>[]

import { createHash } from 'node:crypto'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { subInvitationCalls } from '../../../contract/accounts/sub-invitations.ts'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import type { Grant } from '../../../contract/kit/rights.ts'
import { sampleEdition } from '../../../contract/platform/legal.ts'
import { depositCalls } from '../../../contract/registry/deposits.ts'
import { uploadCalls } from '../../../contract/registry/uploads.ts'
import type { Wish } from './capture-form.ts'
import type { Visitor } from './browser.ts'
import { callBy, dataIn } from './call-by.ts'
import { solveWork } from '../people/solve-work.ts'
import { smallPdf } from '../small-pdf.ts'
import type { Newcomer } from './sign-in.ts'
import { type Account, codeSentBy, type ServiceInfo } from './start-service.ts'

// What a journey does not test it prepares by the calls that the pages make, under the visitor's own cookies: a tenth of the time.

/** A request of this person beside the page. */
export const callAs = callBy(async ({ context }, { path, body, ...rest }) =>
  (await context.request.fetch(path, { ...rest, ...(body !== undefined && { data: body }) })).text(),
)

/** Proves a phone by the code that was sent there after a captcha, and agrees to the terms: the part that all newcomers hand in. */
async function provePhone(
  visitor: Visitor,
  service: ServiceInfo,
  phone: string,
  sendCode: (captcha: { captchaId: string; captcha: string }) => Promise<{ codeId: string }>,
  ask = callAs,
) {
  const { captchaId, work } = await ask(visitor, sessionCalls.captcha, { query: { kind: 'work' } })
  const captcha = { captchaId, captcha: await solveWork(work!) }
  let codeId = ''
  const code = await codeSentBy(service, phone, async () => void ({ codeId } = await sendCode(captcha)))
  return { codeId, code, agreementVersion: sampleEdition, consent: true }
}

/** Somebody with a new account, signed in, at `path`; without one, wherever the page is: their first `go` loads it. Where only the page finds the host, `ask` asks by it. */
export async function registerByCalls(
  visitor: Visitor,
  service: ServiceInfo,
  { phone, name, kind, password, person = name }: Newcomer,
  path?: string,
  ask: typeof callAs = callAs,
): Promise<void> {
  const proof = await provePhone(
    visitor,
    service,
    phone,
    (captcha) => ask(visitor, sessionCalls.sendRegisterCode, { body: { phone, ...captcha } }),
    ask,
  )
  const ofEnterprise = kind === 'enterprise' ? { personName: person } : {}
  await ask(visitor, sessionCalls.register, {
    body: { userType: kind, name, ...ofEnterprise, phone, password, ...proof },
  })
  if (path) await visitor.go(path)
}

/** Somebody who has an account, signed in, at `path`; without one, wherever the page is. */
export async function signInByCalls(visitor: Visitor, { phone, password }: Account, path?: string): Promise<void> {
  await callAs(visitor, sessionCalls.login, { body: { phone, password } })
  if (path) await visitor.go(path)
}

interface Invited {
  phone: string
  /** Name of a newcomer; somebody who is registered keeps their own. */
  name: string
  grants: Grant[]
}

/** Somebody becomes a sub-account of the account that `owner` acts for, and is signed in there, wherever the page is. */
export async function joinByCalls(
  visitor: Visitor,
  service: ServiceInfo,
  owner: Visitor,
  { phone, name, grants }: Invited,
): Promise<void> {
  const { url } = await callAs(owner, subInvitationCalls.invite, { body: { phone, name, grants } })
  const params = { token: new URL(url).hash.slice(1) }
  const proof = await provePhone(visitor, service, phone, (captcha) =>
    callAs(visitor, subInvitationCalls.sendCode, { params, body: captcha }),
  )
  await callAs(visitor, subInvitationCalls.accept, { params, body: { name, ...proof } })
}

/** Deposits the hash of a text: evidence that is there at once and costs no browser, where only its name and its owner matter; its number. */
export async function depositHashByCalls(visitor: Visitor, evidenceName: string): Promise<string> {
  const sha256 = createHash('sha256').update(evidenceName).digest('hex')
  const body = { sha256, fileName: `${evidenceName}.txt`, evidenceName }
  return (await callAs(visitor, depositCalls.hash, { body })).no
}

/** Deposits a small PDF: evidence that gets a certificate, as a captured page does, and costs no browser. */
export async function depositFileByCalls(visitor: Visitor, evidenceName: string): Promise<void> {
  const reply = await visitor.context.request.post(pathOf(uploadCalls.upload), {
    headers: { 'x-requested-with': 'shimakaze' },
    multipart: { file: { name: `${evidenceName}.pdf`, mimeType: 'application/pdf', buffer: smallPdf() } },
  })
  const { fileId } = dataIn(uploadCalls.upload, await reply.text())
  await callAs(visitor, depositCalls.files, { body: { fileIds: [fileId], evidenceName } })
}

/** Begins captures, wherever the page is. */
export const startByCalls = (visitor: Visitor, { urls, name = '', lookFirst }: Wish) =>
  callAs(visitor, webCaptureCalls.start, { body: { urls, evidenceName: name, mode: lookFirst ? 2 : 1 } })

/** Begins captures and goes to their list. */
export async function captureByCalls(visitor: Visitor, wish: Wish): Promise<void> {
  await startByCalls(visitor, wish)
  await visitor.go('/onlineForensics/url')
}

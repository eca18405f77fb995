import { z } from 'zod'
import { StartWebCaptures } from '../../contract/captures/web.ts'
import type { StreamedFile } from '../../contract/kit/call.ts'
import { problemsOf } from '../../contract/kit/issues.ts'
import { type OperationName, operations } from '../../contract/open-api/operations.ts'
import { DepositHash } from '../../contract/registry/deposits.ts'
import { depositHash } from '../registry/deposits.service.ts'
import { depositSigned } from '../registry/signed-deposit.service.ts'
import { requestCertificate } from '../certificates/certificate-due.service.ts'
import { cancel, confirm } from '../captures/captures.service.ts'
import { startWebCaptures } from '../captures/web/start-web.service.ts'
import * as evidence from '../evidence/evidence.service.ts'
import { artefactBytes } from '../evidence/evidence-files.service.ts'
import { numbersUnder } from '../evidence/unique-id.service.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { unstorableIn } from '../kit/calls/unstorable.ts'
import { AppError, badFields } from '../kit/errors.ts'
import type { ByteReply } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'

type Payload<N extends OperationName> = z.output<(typeof operations)[N]['payload']>
/** What a signed request brings. */
export interface Given {
  payload: string
  file: StreamedFile | undefined
}
type Run<N extends OperationName> = (
  services: Services,
  caller: Caller,
  payload: Payload<N>,
  file: StreamedFile | undefined,
) => Promise<(typeof operations)[N] extends { reply: infer R extends z.ZodType } ? z.input<R> : ByteReply>

async function stateOf(services: Services, caller: Caller, no: string) {
  const e = await evidence.detail(services, caller, no)
  const files = e.files.map(({ fileName, path, fileSize, sha256, sm3 }) => ({ fileName, path, fileSize, sha256, sm3 }))
  return {
    no: e.ano,
    name: e.name,
    url: e.url,
    status: e.status,
    completeness: e.completeness,
    cautions: e.cautions,
    notes: e.notes,
    failReason: e.failReason,
    createdAt: e.date,
    sealedAt: e.sealedAt,
    certified: e.certified,
    statementSha256: e.statementSha256,
    files,
  }
}

const absent = (error: unknown) => {
  if (error instanceof AppError && error.code === 'not-found') return undefined
  throw error
}

const runs: { [N in OperationName]: Run<N> } = {
  'capture-url': async (services, caller, { urls, name, labels, twoStage, unique_id }) => {
    const { list } = await startWebCaptures(
      services,
      caller,
      StartWebCaptures.parse({ urls, evidenceName: name, labels, mode: twoStage ? 2 : 1, unique_id }),
    )
    return { list: list.map(({ no, url }) => ({ no, url })) }
  },
  'deposit-file': async (services, caller, payload, file) => ({
    no: await depositSigned(services, caller, payload, file),
  }),
  'deposit-hash': async (services, caller, { name, ...rest }) => ({
    no: (await depositHash(services, caller, DepositHash.parse({ ...rest, evidenceName: name }))).no,
  }),
  confirm: async (services, caller, { no, statementSha256 }) => ({
    no,
    ...(await confirm(services, caller, no, statementSha256, requestCertificate(services))),
  }),
  cancel: async (services, caller, { no }) => {
    const { id } = await evidence.detail(services, caller, no)
    const { list } = await cancel(services, caller, [id])
    return { no, status: list[0]!.status }
  },
  query: async (services, caller, { nos, unique_id }) => {
    const asked = [...new Set(nos ?? (await numbersUnder(services, caller, unique_id!)))]
    const [list, missing]: [Awaited<ReturnType<typeof stateOf>>[], string[]] = [[], []]
    // One after the other: fifty at once would take every connection from everybody else.
    for (const no of asked) {
      const state = await stateOf(services, caller, no).catch(absent)
      if (state) list.push(state)
      else missing.push(no)
    }
    return { list, absent: missing }
  },
  certificate: (services, caller, { no }) => artefactBytes(services, caller, no, 'certificate'),
  package: (services, caller, { no }) => artefactBytes(services, caller, no, 'package'),
}

/** Does what was asked, as far as the caller's rights go: data that the operation declares, or bytes. */
export async function run(
  services: Services,
  caller: Caller,
  name: OperationName,
  { payload, file }: Given,
): Promise<{ data: unknown } | { bytes: ByteReply }> {
  const operation: (typeof operations)[OperationName] = operations[name]
  if (!caller.rights.has(operation.right)) throw new AppError('forbidden')
  const parsed = operation.payload.safeParse(read(payload))
  if (!parsed.success) throw new AppError('bad-parameter', {}, problemsOf(parsed.error))
  const answer = await runs[name](services, caller, parsed.data as never, file)
  return 'reply' in operation ? { data: operation.reply.parse(answer) } : { bytes: answer as ByteReply }
}

/** A JSON object of what can be kept. */
function read(payload: string): unknown {
  let given: unknown
  try {
    given = JSON.parse(payload)
  } catch {
    throw badFields({ path: 'payload', key: 'invalid' })
  }
  const [problem] = unstorableIn([given])
  if (problem) throw badFields({ path: 'payload', key: problem.key })
  return given
}

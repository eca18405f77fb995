import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { type OrderPaper } from '../../contract/notarization/order-records.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { verifyPaper } from '../../proof/paper/verify.ts'
import { whenLogged } from '../../server/certificates/when-logged.ts'
import { newId } from '../../server/kit/ids.ts'
import { sealPaper } from '../../server/notarization/papers/papers.jobs.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { blobOf } from '../trust/sample.ts'

/** Papers as a worker seals them, and as both sides and any reader take them. */
export function papersIn(t: TestApp, authority: Authority) {
  const trust = () => authority.trustMaterial().ca

  /** What a worker does until no paper waits. */
  async function sealAll() {
    await sequenceLog(t.services, authority, whenLogged(t.services))
    const unsealed = (table: 'judicialPaper' | 'preservationReport') =>
      t.services.db.system.selectFrom(table).select('id').where('sealedAt', 'is', null).orderBy('id').execute()
    for (const { id } of [...(await unsealed('judicialPaper')), ...(await unsealed('preservationReport'))])
      await sealPaper({ services: t.services, authority }, { jobId: newId(), id })
  }
  async function listOf(id: string, as: Member): Promise<OrderPaper[]> {
    return (await t.call(orderCalls.get, { params: { id } }, as)).data.papers
  }
  const download = (id: string, paperId: string, as: Member, side: 'applicant' | 'office' = 'applicant') =>
    t.inject({
      method: 'GET',
      url: pathOf((side === 'office' ? officeOrderCalls : orderCalls).paper, { id, paperId }),
      headers: { 'x-auth-token': as.token },
    })
  const verify = (pdf: Uint8Array) => verifyPaper(blobOf(pdf), { anchors: [trust()] })
  const failures = async (pdf: Uint8Array) =>
    (await verify(pdf)).facts.filter((f) => f.status === 'failed').map((f) => f.code)

  /** The newest paper of a kind, sealed, as its applicant downloads it. */
  async function sealed(id: string, paper: OrderPaper['paper'], as: Member): Promise<Buffer> {
    await sealAll()
    const found = (await listOf(id, as)).findLast((p) => p.paper === paper)!
    return (await download(id, found.id, as)).rawPayload
  }
  return { sealAll, listOf, download, verify, failures, sealed, trust }
}

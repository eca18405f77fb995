import { Readable } from 'node:stream'
import { pathOf, type UploadedFile } from '../../../contract/kit/call.ts'
import { notarizationCalls } from '../../../contract/notarization/notarization-calls.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import { storedReply } from '../../kit/calls/stored-reply.ts'
import type { Tx } from '../../kit/db/db.ts'
import { badFields } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import { required } from '../orders/orders.service.ts'
import {
  findSeal,
  insertSeal,
  knowsOffice,
  lockOffice,
  officeNamed,
  sealInUse,
  withdrawSeal,
} from './office-seal.repo.ts'
import { readSeal } from './read-seal.ts'

/** Which its papers bear now, if any. */
export const get = ({ db }: Services, caller: Caller) =>
  db.forAccount(caller, async (tx) => {
    const seal = await sealInUse(tx, caller.accountId)
    const { fullName } = required(await officeNamed(tx, caller.accountId))
    return {
      officeName: fullName,
      seal: seal ? { id: seal.id, personName: seal.personName, at: seal.createdAt.toISOString() } : null,
    }
  })

/** The picture is stored before papers bear it. */
export async function set(services: Services, caller: Caller, file: UploadedFile | undefined) {
  if (!file) throw badFields({ path: 'file', key: 'required' })
  const picture = readSeal(Buffer.from(file.bytes))
  const { accountId, personId, personName } = caller
  return againWhenGone(async () => {
    const stored = await services.store.put(Readable.from([picture]))
    return services.db.asSystem(async (tx) => {
      await lockOffice(tx, accountId)
      await withdrawSeal(tx, accountId)
      await holdObjects(tx, services.store, [stored])
      const id = newId()
      const sha256 = Buffer.from(stored.sha256, 'hex')
      const platformId = caller.platform.id
      await insertSeal(tx, { id, platformId, accountId, sha256, size: stored.size, personId, personName })
      await tellAct(tx, caller, 'sealSet', { sha256: stored.sha256 })
      return { id }
    })
  })
}

export const withdraw = ({ db }: Services, caller: Caller) =>
  db.asSystem(async (tx) => {
    if (await withdrawSeal(tx, caller.accountId)) await tellAct(tx, caller, 'sealWithdrawn')
  })

const tellAct = (tx: Tx, caller: Caller, act: 'sealSet' | 'sealWithdrawn', details: { sha256?: string } = {}) =>
  recordAct(tx, caller, { action: `office.${act}`, subjectKind: 'office', subjectId: caller.accountId, details })

/** One of the office's own, also one that is withdrawn. */
export const picture = (services: Services, caller: Caller, id: string) =>
  services.db.forAccount(caller, async (tx) => replyOf(services, required(await findSeal(tx, caller.accountId, id))))

/** Where somebody finds the seal of an office of which they see an order: nobody else is shown it. */
export const imageOf = ({ db }: Services, caller: Caller, officeId: string) =>
  db.asSystem(async (tx) => {
    const isKnown = await knowsOffice(tx, caller, officeId)
    const seal = isKnown && (await sealInUse(tx, officeId))
    return { imgUrl: seal ? pathOf(notarizationCalls.sealPicture, { id: officeId }) : null }
  })

export const pictureOf = (services: Services, caller: Caller, officeId: string): Promise<ByteReply> =>
  services.db.asSystem(async (tx) => {
    const isKnown = await knowsOffice(tx, caller, officeId)
    return replyOf(services, required(isKnown ? await sealInUse(tx, officeId) : undefined))
  })

const replyOf = (services: Services, { sha256, size }: { sha256: Buffer; size: number }): ByteReply =>
  storedReply(services, { sha256, size, mediaType: 'image/png', fileName: 'seal.png' }, { disposition: 'inline' })

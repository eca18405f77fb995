import { Readable } from 'node:stream'
import { factsOfKind, isSettled } from '../../../contract/notarization/order-kinds.ts'
import { recordCover } from '../../../proof/paper/record.ts'
import type { PaperFile } from '../../../proof/paper/statement.ts'
import { findOpenableOffice } from '../../accounts/offices/offices.read.ts'
import { requirePaid } from '../../evidence/packages/downloads.service.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { storedZip } from '../../kit/files/stored-zip.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiText } from '../../../contract/kit/shanghai-time.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import { say } from '../../kit/words.ts'
import type { AtOrder } from '../orders/at-order.ts'
import { type FileRecord, messageFilesOf, shownFilesOf } from '../orders/files.repo.ts'
import { handedInOf, type OrderRecord } from '../orders/orders.repo.ts'
import { required } from '../orders/orders.service.ts'
import { type StepRecord, stepsOf } from '../orders/steps.repo.ts'
import { tellAct } from '../orders/tell-step.ts'
import { kindOf } from '../rules/orders.types.ts'
import { findPaper, insertEntries, type PaperRecord, papersOf, recordEntries } from './papers.repo.ts'
import * as record from './record.repo.ts'
import { writePaper } from './write-paper.ts'

/** So often messages may come while they are stored; who writes without a pause keeps nobody waiting for longer. */
const mostTries = 20

/** Fixes all that there is of an order: a cover that names each file by its digest, and the list of what the archive will hold. */
export const makeRecord = (services: Services, at: AtOrder): Promise<{ id: string }> =>
  againWhenGone(async () => {
    for (let tries = 0; tries < mostTries; tries++) {
      const text = await services.db.asSystem(async (tx) => messagesText(tx, await lockHandedIn(tx, at)))
      const messages = await services.store.put(Readable.from([Buffer.from(text)]))
      const made = await services.db.asSystem((tx) => makeWith(services, tx, at, { ...messages, text }))
      if (made) return made
    }
    throw new AppError('not-ready')
  })

interface StoredMessages {
  sha256: string
  size: number
  text: string
}

async function lockHandedIn(tx: Tx, { lock }: AtOrder): Promise<OrderRecord> {
  const order = await lock(tx)
  if (!order.submittedAt) throw new AppError('wrong-state')
  return order
}

/** While the order's row is held nobody writes a message. Undefined where one came since its messages were stored: they are stored again. */
async function makeWith(services: Services, tx: Tx, at: AtOrder, messages: StoredMessages) {
  const order = await lockHandedIn(tx, at)
  const papers = await papersOf(tx, order.id)
  const steps = await stepsOf(tx, order.id)
  // An order from before there were papers has none.
  const last = papers.at(-1)
  if (last?.paper === 'record' && !(await record.cameSince(tx, order.id, last.createdAt))) return { id: last.id }
  if ((await messagesText(tx, order)) !== messages.text) return undefined
  await holdObjects(tx, services.store, [messages])
  const contents = await contentsOf(tx, order, { papers, steps }, messages)
  const id = await writePaper(services, tx, {
    order,
    steps,
    office: required(await findOpenableOffice(tx, order.platformId, order.officeId)),
    paper: 'record',
    side: at.viewer.side,
    at: await record.timeNow(tx),
    contents,
  })
  await insertEntries(tx, { paperId: id, platformId: order.platformId, accountId: order.accountId }, contents)
  await tellAct(tx, at.caller, order, 'recordMade')
  return { id }
}

interface Course {
  papers: readonly PaperRecord[]
  steps: readonly StepRecord[]
}

/** Evidence is lent to an order that runs. Where it ended and nothing was issued, a record holds those packages that one of before held, and no others. */
async function lentPackages(tx: Tx, order: OrderRecord, { papers, steps }: Course) {
  const packages = await record.packagesOf(tx, order.id)
  const facts = factsOfKind(kindOf(order))
  const isIssued = steps.some(({ step }) => facts.papers[facts.steps[step ?? '']?.paper ?? '']?.original !== undefined)
  if (isIssued || !isSettled(kindOf(order), order.state)) return packages
  const last = papers.findLast(({ paper }) => paper === 'record')
  const held = last ? await recordEntries(tx, last.id) : []
  return packages.filter(({ sha256 }) => held.some((entry) => entry.sha256.equals(sha256)))
}

/** What comes behind the cover, in this order. */
async function contentsOf(
  tx: Tx,
  order: OrderRecord,
  { papers, steps }: Course,
  messages: { sha256: string; size: number },
): Promise<PaperFile[]> {
  if (papers.some(({ sha256 }) => !sha256)) throw new AppError('not-ready')
  const files = await shownFilesOf(tx, order.id)
  const title = ({ paper }: PaperRecord) => say('zh-CN', 'notarization', `paper.${order.kind}.${paper}.title`)
  return [
    ...papers
      .filter(({ paper }) => paper !== 'record')
      .map((p) => ({ name: `papers/${p.ordinal}-${title(p)}.pdf`, size: p.size!, sha256: p.sha256!.toString('hex') })),
    ...files.map((f, i) => entryOf('files', f, i)),
    { name: 'messages.txt', size: messages.size, sha256: messages.sha256 },
    ...(await messageFilesOf(tx, order.id)).map((f, i) => entryOf('messages', f, i)),
    // As they were sealed: what was proven of them later is added to their own packages.
    ...(await lentPackages(tx, order, { papers, steps })).map(({ number, size, sha256 }) => ({
      name: `evidence/${number}.asice`,
      size,
      sha256: sha256.toString('hex'),
    })),
  ]
}

const entryOf = (folder: string, { fileName, size, sha256 }: FileRecord, i: number): PaperFile => ({
  name: `${folder}/${i + 1}-${fileName}`,
  size,
  sha256: sha256.toString('hex'),
})

/** Every message of both sides, for people to read, with the name that its file has in the record. */
async function messagesText(tx: Tx, order: OrderRecord): Promise<string> {
  const word = (key: string) => say('zh-CN', 'notarization', key)
  const files = await messageFilesOf(tx, order.id)
  const said = (await record.allMessages(tx, order.id)).map(({ id, createdAt, side, personName, content }) => {
    const at = files.findIndex(({ messageId }) => messageId === id)
    const file = at < 0 ? [] : [entryOf('messages', files[at]!, at).name]
    const head = `${shanghaiText(createdAt)} ${word(`choice.side.${side}`)} ${personName}`
    return [head, ...(content ? [content] : []), ...file, ''].join('\n')
  })
  return `${word('paper.messages')} ${order.number}\n\n${said.join('\n') || `${word('paper.none')}\n`}`
}

/** The archive of a record, which is written while it is sent. It hands packages out: whoever pays for those pays before. */
export async function recordBytes(services: Services, at: AtOrder, paperId: string): Promise<ByteReply> {
  const { order, cover, entries } = await services.db.asSystem(async (tx) => {
    const found = await at.find(tx)
    const paper = required(await findPaper(tx, found.id, paperId))
    if (paper.paper !== 'record') throw new AppError('not-found')
    if (!paper.sha256) throw new AppError('not-ready')
    return {
      order: found,
      cover: { path: recordCover, size: paper.size!, sha256: paper.sha256 },
      entries: await recordEntries(tx, paperId),
    }
  })
  if (at.viewer.side === 'applicant') await requireAllPaid(services, at.caller, order)
  await services.db.asSystem((tx) => tellAct(tx, at.caller, order, 'recordOpened'))
  const { store } = services
  return {
    ...(await storedZip(
      [cover, ...entries].map(({ path, size, sha256 }) => ({
        path,
        size,
        open: () => store.open(sha256.toString('hex')),
      })),
    )),
    mediaType: 'application/zip',
    fileName: `${say(at.caller.lang, 'notarization', `paper.${order.kind}.record.title`)} ${order.number}.zip`,
    etag: cover.sha256.toString('hex'),
    disposition: 'attachment',
    whole: true,
  }
}

const requireAllPaid = (services: Services, caller: Caller, order: OrderRecord) =>
  services.db.forAccount(caller, async (tx) => requirePaid(tx, caller, ...(await handedInOf(tx, order.id))))

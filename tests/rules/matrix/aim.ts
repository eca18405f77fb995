import type { z } from 'zod'
import type { Call } from '../../../contract/kit/call.ts'
import { newId } from '../../../server/kit/ids.ts'
import { rightOfHistory } from '../../../contract/kit/records.ts'
import type { SubjectKind } from '../../../contract/platform/history.ts'
import { ownRecordSamples } from '../../kit/own-records.ts'
import { absentRecords } from './absent-records.ts'
import type { Records } from './record-ids.ts'
import { anyNotaryOffice, deciders } from './insert-judicial.ts'
import { place } from './records.ts'
import { samples } from './samples.ts'

type Part = 'params' | 'query' | 'body'
export type Aimed = Partial<Record<Part, Record<string, unknown>>>

/** Which record an `id` in a call's path or query names; the first that fits. */
const records: [RegExp, keyof Omit<Records, 'own'>][] = [
  [/^operator\/identity/, 'identity'],
  [/^certify\/photo/, 'identityPhoto'],
  [/^consent/, 'consent'],
  [/^user\/data\/copy/, 'dataCopy'],
  [/^operator\/person/, 'person'],
  [/^operator\/account/, 'account'],
  [/^operator\/adjustment/, 'adjustment'],
  [/^operator\/approval/, 'approval'],
  [/^operator\/price/, 'price'],
  [/^operator\/package/, 'packageOffer'],
  [/^operator\/calendar/, 'calendarDay'],
  [/^package\//, 'package'],
  [/^(operator\/order|trade\/recharge)/, 'payOrder'],
  [/^(operator|trade)\/transfer/, 'transfer'],
  [/^operator\/reconciliation/, 'reconciliation'],
  [/^(operator\/)?invoice\//, 'invoice'],
  [/^((judicial|office)\/order|evidence\/info)/, 'judicialOrder'],
  [/^notarization/, 'notarization'],
  [/^office\/template/, 'officeTemplate'],
  [/^office\/seal/, 'officeSeal'],
  [/^judicial\/preservation/, 'preservation'],
  [/^judicial\/office/, 'office'],
  [/^operator\/office/, 'office'],
  [/^operator\/job/, 'job'],
  [/^(operator\/)?announcement/, 'announcement'],
  [/^(operator\/content|product\/news)/, 'content'],
  [/^operator\/lawyer-field/, 'lawyerField'],
  [/^operator\/lawyer/, 'lawyer'],
  [/^(operator\/case-form|lawyer\/case\/)/, 'caseForm'],
  [/^operator\/dictionary\//, 'choice'],
  [/^operator\/legal\//, 'legal'],
  [/^file\/(sent|shown)\//, 'upload'],
  [/^operator\/outbox/, 'outboxed'],
  [/^(operator\/)?audit/, 'act'],
  [/^(user\/user\/news|operator\/message)/, 'message'],
  [/^key\/callback\//, 'callback'],
  [/^key/, 'key'],
  [/^sub\/invitation\/withdraw/, 'invitation'],
  [/^user\/sub/, 'sub'],
  [/^user\/session\//, 'session'],
  [/^list-views\//, 'view'],
  [/^share\/\{id\}/, 'share'],
  [/^upload\//, 'sent'],
  [/^intellectualProperty\/info/, 'work'],
  [/^attestaion\/hash\/original/, 'hash'],
  [/^attest(ation|aion)\/file\//, 'file'],
  [/^attestation\/download\//, 'bundle'],
  [/^attestation\/collect\/download/, 'number'],
  [/feedback/, 'feedback'],
  [/^attestaion\/urlRetry/, 'failed'],
  [/^attestaion\/url\/cancel/, 'running'],
  [/^attestaion\/url\/(confirm|img$)/, 'waiting'],
  [/^(attestation\/(url|label|hide|netcourt)|history)\//, 'evidence'],
]

/** The kind that accounts keep for themselves of which a call is. */
const ownKindOf = ({ path }: Call) =>
  ownRecordSamples.find(({ calls }) => path === calls.list.path || path.startsWith(`${calls.list.path}/`))?.kind

/** Ids that name no record of anybody. */
const constants: [RegExp, () => string][] = [
  [/^region\//, () => place.cityCode],
  [/^operator\/(anchor|integrity|installation\/platform)\//, newId],
  // Everybody’s: what somebody hides of it is their own.
  [/^activity\/pop\/hide\//, newId],
  [/^content\/banner\//, () => 'HOME_TOP'],
  [/^activity\/pop\/\{id\}$/, () => 'HOME_POP'],
]
const constantOf = ({ path }: Call) => constants.find(([pattern]) => pattern.test(path))?.[1]()

/** The parts of a request by which records are named. */
const naming = [
  'id',
  'ids',
  'ano',
  'anos',
  'no',
  'attestationNo',
  'userId',
  'importId',
  'taskId',
  'picture',
  'fileIds',
  'fileId',
  'paperId',
  'accountId',
  'orderIds',
  'headerId',
  'addressId',
  'assigneeId',
  'orderId',
  'templateId',
  'notaryId',
] as const
const isNaming = (field: string) => (naming as readonly string[]).includes(field)

function named(call: Call, name: string, r: Records, own: { membershipId: string }): unknown {
  const key = records.find(([pattern]) => pattern.test(call.path))?.[1]
  switch (name) {
    case 'fileIds':
      return [r.sent]
    case 'fileId':
      if (call.path.includes('/evidence/')) return r.file
      if (key === 'caseForm') return r.caseFile
      return key === 'judicialOrder' ? r.judicialFile : r.sent
    case 'paperId':
      return r.judicialPaper
    case 'assigneeId':
      return deciders.get(r.office)?.personId ?? newId()
    case 'orderId':
      return r.notarization
    case 'notaryId':
      return r.office
    case 'templateId':
      return r.officeTemplate
    case 'accountId':
      return r.account
    case 'orderIds':
      return [r.paidOrder]
    case 'headerId':
      return r.own['invoice-header']
    case 'addressId':
      return r.own.address
    case 'id':
      return constantOf(call) ?? recordOf(call, r)
    case 'ids':
      return [recordOf(call, r)]
    case 'no':
      return key === 'waiting' ? r.waiting : r.number
    case 'ano':
    case 'attestationNo':
      return key === 'hash' || key === 'work' ? r[key] : r.number
    // A list in the address, one name in it or several.
    case 'anos':
      return call.method === 'GET' ? r.number : [r.number]
    case 'userId':
      return call.path.startsWith('login/switch') ? own.membershipId : r.sub
    case 'importId':
      return r.batch
    case 'picture':
      return key === 'identity' ? r.identityPhoto : key === 'transfer' ? r.transferPicture : r.picture
    default:
      return r.bundle
  }
}

function recordOf(call: Call, r: Records): string {
  const own = ownKindOf(call)
  const key = records.find(([pattern]) => pattern.test(call.path))?.[1]
  if (own) return r.own[own]
  if (call.path.startsWith('office/people/')) return deciders.get(r.office)?.membershipId ?? newId()
  if (!key) throw new Error(`${call.path}: say in aim.ts which record it names`)
  return r[key]
}

/** Where a call takes another word under the same name. */
const particular: Record<string, Record<string, unknown>> = {
  'certify/status': { type: 'PERSONAL' },
  consent: { purpose: 'x' },
  'certify/cancel': { type: 'PERSONAL' },
  'notarization/sign/pdf': { type: 'inform' },
  'office/order/{id}/{step}': { step: 'return' },
  'list-export': { rows: 1 },
  'operator/office/{id}': { officeKind: 'notary-office' },
  price: { items: [{ product: 'capture.web', count: 1 }] },
  'operator/content': { kind: 'PARTNER' },
  'operator/content/{id}': { kind: 'PARTNER' },
  'product/news/list': { type: 'LAW' },
}
/** Left out: one of two ways to say the same. */
const leftOut: Record<string, readonly string[]> = {
  'judicial/order/{id}/{step}': ['code'],
  'office/order/{id}/{step}': ['code'],
  'operator/content': ['picture'],
  'operator/content/{id}': ['picture'],
  'attestaion/feedback': ['kind'],
  'attestation/batchSubmit': ['kind'],
  'attestation/download/list': ['taskId'],
  'sub/send/code': ['phone'],
  'operator/identity/{id}/verdict': ['reason'],
}

/** A call of which somebody wants something of certain records; several where one call reads many kinds. */
export function aimAt(call: Call, r: Records, own: { membershipId: string }): Aimed[] {
  const base = fill(call, r, own)
  if (!call.path.startsWith('history/')) return [base]
  return (Object.keys(rightOfHistory) as SubjectKind[]).map((kind) => ({
    ...base,
    params: {
      kind,
      id: { evidence: r.evidence, 'judicial-order': r.judicialOrder, membership: r.sub, 'api-key': r.key, ...r.own }[
        kind
      ],
    },
  }))
}

/** Calls that take a record by one of several names. */
const takesOneOf: ReadonlySet<string> = new Set(['notarization/seal/image'])

/** Questions are asked as widely as they can be: what narrows them is left out. */
const mayLack = (call: Call, part: Part, field: string) =>
  !takesOneOf.has(call.path) &&
  ((call[part]?.shape as Record<string, z.ZodType> | undefined)?.[field]?.safeParse(undefined).success ?? true)

function sampleOf({ path }: Call, field: string, r: Records): unknown {
  if (field === 'code' && path === 'operator/dictionary/{id}') return r.choice
  if (field === 'officeId' && path.startsWith('notarization')) return r.office
  if (field === 'officeId' && path === 'judicial/purchase') return anyNotaryOffice
  return particular[path]?.[field] ?? samples[field]
}

function fill(call: Call, r: Records, own: { membershipId: string }): Aimed {
  const part = (name: Part) => {
    const fields = Object.keys(call[name]?.shape ?? {}).filter((field) => !leftOut[call.path]?.includes(field))
    return Object.fromEntries(
      fields.flatMap((field) =>
        isNaming(field)
          ? [[field, named(call, field, r, own)]]
          : field in samples && !(call.rate === 'read' && mayLack(call, name, field))
            ? [[field, sampleOf(call, field, r)]]
            : [],
      ),
    )
  }
  return { params: part('params'), query: part('query'), body: part('body') }
}

const absent = absentRecords()

/** A list as widely as it may be asked: what may name a record is left out as well. Undefined where a record must be named. */
export function askedWidely(call: Call, own: { membershipId: string }): Aimed | undefined {
  if (namesRecord(call) && (call.rate !== 'read' || call.kind)) return undefined
  const aimed = aimAt(call, absent, own)[0]!
  const wide = (part: Part) =>
    Object.fromEntries(
      Object.entries(aimed[part] ?? {}).filter(([field]) => !isNaming(field) || !mayLack(call, part, field)),
    )
  const asked = { params: wide('params'), query: wide('query'), body: wide('body') }
  const named = Object.values(asked)
    .flatMap((part) => Object.keys(part))
    .some(isNaming)
  return named && namesRecord(call) ? undefined : asked
}

/** Whether a call names a record of somebody. */
export const namesRecord = (call: Call) =>
  constantOf(call) === undefined &&
  (['params', 'query', 'body'] as const).some((part) =>
    Object.keys(call[part]?.shape ?? {}).some(
      (field) =>
        isNaming(field) && !leftOut[call.path]?.includes(field) && !(call.path.endsWith('/list') && field === 'taskId'),
    ),
  )

/** Records that everybody in an account shares, as far as their rights go. */
export const ofAccount = (call: Call) =>
  ownKindOf(call) !== undefined || /^(user\/sub|sub\/|key|\{secret\}|invoice)/.test(call.path)

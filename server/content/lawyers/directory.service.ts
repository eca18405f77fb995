import { maskMail, maskPhone } from '../../../contract/kit/mask.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import type { LawyerDetails, LawyersWanted, ListedLawyer } from '../../../contract/content/lawyers.ts'
import { fileBytes } from '../../../contract/platform/file-bytes.ts'
import { cityName } from '../../addresses/place-names.read.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import * as read from './directory.read.ts'

const fieldName = ({ lang }: Visitor, { fieldZh, fieldEn }: Pick<read.Practice, 'fieldZh' | 'fieldEn'>) =>
  lang === 'en' && fieldEn !== null ? fieldEn : fieldZh

const listed = (visitor: Visitor, row: read.ShownRecord): ListedLawyer => ({
  id: row.id,
  name: row.name,
  avatar: row.portrait && pathOf(fileBytes.shown, { id: row.portrait }),
  firm: row.firm,
  city: cityName(row.cityCode) ?? '',
  cityId: row.cityCode,
  fields: row.practice.map((field) => ({ fid: field.id, name: fieldName(visitor, field) })),
  years: row.years,
  licenceNo: row.licenceNo,
})

export async function list({ db: { system } }: Services, visitor: Visitor, wanted: LawyersWanted) {
  const [rows, total] = await Promise.all([
    read.listShown(system, visitor.platform.id, wanted),
    read.countShown(system, visitor.platform.id, wanted),
  ])
  return { list: rows.map((row) => listed(visitor, row)), total, totalIsEstimate: false }
}

export async function fields({ db: { system } }: Services, visitor: Visitor) {
  const rows = await read.fieldsWithCounts(system, visitor.platform.id)
  return { list: rows.map((row) => ({ fid: row.id, name: fieldName(visitor, row), count: row.count })) }
}

export async function cities({ db: { system } }: Services, { platform }: Visitor) {
  const rows = await read.citiesWithCounts(system, platform.id)
  return { list: rows.map(({ cityCode, count }) => ({ cityId: cityCode, name: cityName(cityCode) ?? '', count })) }
}

const linesOf = (text: string | null) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const contactOf = ({ phone, mail }: { phone: string | null; mail: string | null }) =>
  phone ? maskPhone(phone) : mail && maskMail(mail)

export async function details({ db: { system } }: Services, visitor: Visitor, id: string): Promise<LawyerDetails> {
  const row = await read.findShown(system, visitor.platform.id, id)
  if (!row) throw new AppError('not-found')
  return { ...listed(visitor, row), intro: row.intro, cases: linesOf(row.cases), contactMasked: contactOf(row) }
}

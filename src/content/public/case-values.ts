import type { LawyerDetails } from '../../../contract/content/lawyers.ts'
import type { SiteError } from '../../site/parts/api.ts'
import { proofErrors } from '../../site/parts/proof/proof-errors.ts'

export interface SentFile {
  id: string
  name: string
}

/** What somebody fills in. */
export interface CaseValues {
  lawyerId: string
  name: string
  phone: string
  captcha: string
  code: string
  codeId: string
  cityId: string
  fid: string
  title: string
  content: string
  files: readonly SentFile[]
  consent: boolean
}

/** By field; under no name what concerns the form as a whole. */
export type CaseErrors = Record<string, string>

/** The contract's own numbers would bring its schemas along. */
export const mostContent = 1_000
export const mostFiles = 5
export const mostFileMegabytes = 10

export const blankFor = (lawyer: LawyerDetails | undefined): CaseValues => ({
  lawyerId: lawyer?.id ?? '',
  name: '',
  phone: '',
  captcha: '',
  code: '',
  codeId: '',
  cityId: lawyer?.cityId ?? '',
  fid: lawyer?.fields[0]?.fid ?? '',
  title: '',
  content: '',
  files: [],
  consent: false,
})

/** The captcha went with the code. */
export function bodyOf(values: CaseValues) {
  const { captcha: _, files, ...rest } = values
  return { ...rest, fileIds: files.map(({ id }) => id) }
}

/** Files are refused one by one, and told of in one place. */
export function caseErrors(error: SiteError, codeFirst: string, hasCode: boolean): CaseErrors {
  const { code, ...rest } = proofErrors(error, codeFirst)
  const files = Object.entries(rest).find(([path]) => path.startsWith('fileIds'))?.[1]
  return { ...rest, ...(code && { code: hasCode ? code : codeFirst }), ...(files && { files }) }
}

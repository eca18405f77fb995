import type { lawyerCalls } from '../../../contract/content/lawyers.ts'
import { useAnswer } from '../../site/parts/answers.ts'

/** What one can choose among: cities and fields, none while they cannot be asked. */
export function useChoices() {
  const cities = useAnswer<typeof lawyerCalls.cities>({ method: 'GET', path: 'lawyer/getCityList' }, {}).data?.list
  const fields = useAnswer<typeof lawyerCalls.fields>({ method: 'GET', path: 'lawyer/getFieldInfo' }, {}).data?.list
  return { cities, fields }
}

/** Of text that may be in another language than the page. */
export const langOf = (text: string) => (/\p{Script=Han}/u.test(text) ? 'zh-CN' : undefined)

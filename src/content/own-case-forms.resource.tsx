import { OwnCaseForm, ownCaseFormCalls } from '../../contract/content/case-forms.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { caseState } from './case-state.ts'

const path = '/accountSetting/messageNotification/cases'

/** What somebody asked of lawyers, and what they were answered. */
export default defineResource<OwnCaseForm>({
  name: 'ownCaseForms',
  words: 'content',
  schema: OwnCaseForm,
  title: 'title',
  endpoints: {
    list: ownCaseFormCalls.list,
    one: { call: ownCaseFormCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list: path, show: (row) => `${path}/${row.id}` },
  access: 'signed-in',
  above: lazyPart(async () => (await import('../messages/parts/MessageTabs.tsx')).MessageTabs),
  fields: {
    title: { kind: 'text' },
    number: { kind: 'text', width: 200 },
    caseState,
    lawyerName: { kind: 'text', width: 120 },
    cityName: { kind: 'text', width: 120 },
    fieldName: { kind: 'text', width: 120 },
    content: { kind: 'long-text' },
    answer: { kind: 'long-text' },
    answeredAt: { kind: 'instant', width: 176 },
    closedReason: { kind: 'long-text' },
    createdAt: { kind: 'instant', width: 176 },
  },
  columns: ['title', 'caseState', 'lawyerName', 'answer', 'answeredAt', 'createdAt'],
  card: ['caseState', 'lawyerName', 'createdAt'],
  filters: {},
  defaultSort: '-createdAt',
  actions: [],
})

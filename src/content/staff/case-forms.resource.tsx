import { AuditOutlined } from '@ant-design/icons'
import { CaseForm, caseFormCalls, CaseState } from '../../../contract/content/case-forms.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { toRecord } from '../../platform/parts/to-record.tsx'
import { caseState } from '../case-state.ts'

const right = 'operator.feedback'
const of = { nameOf: (form: CaseForm) => form.number, refresh: 'caseForms' }
const at = ({ id }: CaseForm) => ({ params: { id } })
const isOpen = ({ caseState }: CaseForm) => caseState === 'NEW' || caseState === 'ACCEPTED'

/** What visitors ask of lawyers: who asks stays masked until staff say why they look. */
export default defineResource<CaseForm>({
  name: 'caseForms',
  words: 'content',
  schema: CaseForm,
  title: 'title',
  endpoints: {
    list: caseFormCalls.list,
    one: { call: caseFormCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: recordRoutes('case-form'),
  access: right,
  menu: { icon: <AuditOutlined />, group: 'desk', order: 928 },
  tabs: [{ name: 'caseFiles', part: lazyPart(async () => (await import('./CaseFiles.tsx')).CaseFiles) }],
  fields: {
    title: { kind: 'text', sortable: true },
    number: { kind: 'text', width: 200 },
    caseState,
    nameMasked: { kind: 'text', width: 110 },
    phoneMasked: { kind: 'text', width: 130 },
    registered: { kind: 'flag', width: 110 },
    lawyerName: { kind: 'text', width: 120 },
    cityName: { kind: 'text', width: 120 },
    fieldName: { kind: 'text', width: 120 },
    content: { kind: 'long-text' },
    lawyerToldAt: { kind: 'instant', width: 176 },
    acceptedBy: { kind: 'text', width: 110 },
    answer: { kind: 'long-text' },
    answeredAt: { kind: 'instant', width: 176 },
    closedReason: { kind: 'long-text' },
    closedAt: { kind: 'instant', width: 176 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['title', 'caseState', 'nameMasked', 'phoneMasked', 'lawyerName', 'cityName', 'fieldName', 'createdAt'],
  card: ['caseState', 'nameMasked', 'lawyerName', 'createdAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    caseState: { kind: 'choice', values: CaseState.options, words: 'choice.caseState' },
  },
  defaultSort: '-createdAt',
  waits: { caseState: 'NEW' },
  actions: [
    {
      name: 'accept',
      right,
      scope: 'both',
      onPage: true,
      allowed: ({ caseState }) => caseState === 'NEW',
      run: {
        send: 'each',
        call: caseFormCalls.accept,
        request: (row) => ({ ...at(row), body: { version: row.version } }),
      },
    },
    {
      name: 'answer',
      right,
      scope: 'row',
      onPage: true,
      allowed: isOpen,
      form: lazyDialog(async () => (await import('./AnswerCase.tsx')).AnswerCase),
    },
    {
      name: 'reveal',
      right,
      scope: 'row',
      allowed: ({ erased }) => !erased,
      form: reasoned<CaseForm>({
        ...of,
        action: 'revealCase',
        why: 'revealCase',
        call: caseFormCalls.reveal,
        request: at,
        told: {
          label: 'caseContact',
          of: (reply) => {
            const { name, phone } = reply as { name: string; phone: string }
            return `${name} ${phone}`
          },
        },
      }),
    },
    {
      name: 'close',
      right,
      scope: 'row',
      danger: true,
      allowed: ({ caseState }) => caseState !== 'CLOSED',
      form: reasoned<CaseForm>({
        ...of,
        action: 'closeCase',
        why: 'closeCase',
        call: caseFormCalls.close,
        request: (row) => ({ ...at(row), body: { version: row.version } }),
      }),
    },
    {
      name: 'erase',
      right,
      scope: 'row',
      danger: true,
      allowed: ({ registered, erased }) => !registered && !erased,
      form: reasoned<CaseForm>({
        ...of,
        action: 'eraseCase',
        why: 'eraseCase',
        call: caseFormCalls.erase,
        request: (row) => ({ ...at(row), body: {} }),
      }),
    },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})

import { FileProtectOutlined } from '@ant-design/icons'
import { LegalBody, legalCalls, LegalEdition, mostLegalText } from '../../../contract/platform/legal.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const right = 'platform.manage'

/** Terms and privacy policy of this platform, edition by edition. What was published is never changed: people agreed to it. */
export default defineResource<LegalEdition>({
  name: 'operatorLegal',
  words: 'operator',
  schema: LegalEdition,
  title: 'edition',
  endpoints: {
    list: legalCalls.list,
    one: { call: legalCalls.get, request: (id) => ({ params: { id } }) },
    create: legalCalls.publish,
  },
  routes: {
    list: '/operator/legal',
    showPath: '/operator/legal/:id',
    show: (row) => `/operator/legal/${row.id}`,
  },
  access: right,
  create: { right },
  menu: { icon: <FileProtectOutlined />, group: 'platform', order: 935 },
  fields: {
    edition: { kind: 'text', width: 160 },
    current: { kind: 'flag', width: 140 },
    publishedAt: { kind: 'instant', sortable: true, width: 176 },
    agreementZh: { kind: 'long-text', maxLength: mostLegalText, help: true },
    privacyZh: { kind: 'long-text', maxLength: mostLegalText },
    agreementEn: { kind: 'long-text', maxLength: mostLegalText },
    privacyEn: { kind: 'long-text', maxLength: mostLegalText },
  },
  columns: ['edition', 'current', 'publishedAt'],
  card: ['current', 'publishedAt'],
  filters: {},
  defaultSort: '-publishedAt',
  form: {
    schema: LegalBody,
    rows: [['agreementZh'], ['privacyZh'], ['agreementEn'], ['privacyEn']],
    surface: 'page',
  },
  actions: [],
})

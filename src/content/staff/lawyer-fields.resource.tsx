import { TagsOutlined } from '@ant-design/icons'
import { LawyerField, LawyerFieldBody, lawyerFieldCalls } from '../../../contract/content/directory.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { toRecord } from '../../platform/parts/to-record.tsx'

const right = 'operator.content'

/** What lawyers attend to. */
export default defineResource<LawyerField>({
  name: 'lawyerFields',
  words: 'content',
  schema: LawyerField,
  title: 'fieldZh',
  endpoints: {
    list: lawyerFieldCalls.list,
    one: { call: lawyerFieldCalls.get, request: (id) => ({ params: { id } }) },
    create: lawyerFieldCalls.create,
    update: lawyerFieldCalls.update,
    remove: { call: lawyerFieldCalls.remove, request: (id) => ({ params: { id } }) },
  },
  routes: recordRoutes('lawyer-field'),
  access: right,
  create: { right },
  menu: { icon: <TagsOutlined />, group: 'desk', order: 927 },
  fields: {
    fieldZh: { kind: 'text', sortable: true, maxLength: 20 },
    fieldEn: { kind: 'text', width: 220, maxLength: 40 },
    lawyers: { kind: 'number', width: 110 },
    sort: { kind: 'number', sortable: true, width: 100, help: true },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    updatedAt: { kind: 'instant', width: 176 },
  },
  columns: ['fieldZh', 'fieldEn', 'lawyers', 'sort', 'updatedAt'],
  card: ['fieldEn', 'lawyers', 'sort'],
  filters: { keyWord: { kind: 'keyword' } },
  defaultSort: 'sort',
  form: { schema: LawyerFieldBody, rows: [['fieldZh'], ['fieldEn'], ['sort']], initial: { sort: 100 } },
  actions: [
    { name: 'edit', right, scope: 'row', allowed: () => true, edits: true },
    {
      name: 'removeField',
      right,
      scope: 'row',
      confirm: true,
      danger: true,
      removes: true,
      allowed: (row) => row.lawyers === 0,
    },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})

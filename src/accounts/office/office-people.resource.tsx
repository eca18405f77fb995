import { TeamOutlined } from '@ant-design/icons'
import { OfficePerson, officePeopleCalls, OfficeRole } from '../../../contract/accounts/offices.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const RoleForm = lazyDialog(async () => (await import('./RoleForm.tsx')).RoleForm)

/** Who of an office may do what with its orders. */
export default defineResource<OfficePerson>({
  name: 'officePeople',
  words: 'notarization',
  schema: OfficePerson,
  title: 'name',
  endpoints: { list: officePeopleCalls.list },
  routes: { list: '/office/people' },
  access: 'office.read',
  menu: { icon: <TeamOutlined />, group: 'office', order: 41 },
  fields: {
    name: { kind: 'text', sortable: true, width: 160 },
    officeRole: { kind: 'choice', width: 120, values: OfficeRole.options },
    practiceNumber: { kind: 'text', width: 200 },
    askedRole: { kind: 'choice', width: 140, values: OfficeRole.options },
    askedNumber: { kind: 'text', width: 180 },
    phoneMasked: { kind: 'text', width: 140 },
    isHead: { kind: 'flag', width: 100 },
  },
  columns: ['name', 'officeRole', 'practiceNumber', 'askedRole', 'askedNumber', 'phoneMasked', 'isHead'],
  card: ['officeRole', 'practiceNumber', 'askedRole', 'phoneMasked'],
  filters: {
    keyWord: { kind: 'keyword' },
    officeRole: { kind: 'choice', values: OfficeRole.options, words: 'choice.officeRole' },
  },
  defaultSort: 'name',
  actions: [{ name: 'setRole', right: 'office.manage', scope: 'row', allowed: () => true, form: RoleForm }],
})

import { SolutionOutlined } from '@ant-design/icons'
import {
  LawyerBody,
  lawyerFieldCalls,
  mostFieldsOfLawyer,
  mostIntro,
  staffLawyerCalls,
  StaffLawyer,
} from '../../../contract/content/directory.ts'
import { mailOf } from '../../../contract/kit/typed/clean.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { toRecord } from '../../platform/parts/to-record.tsx'

const right = 'operator.content'
const setShown = (shown: boolean) =>
  ({
    send: 'each',
    call: staffLawyerCalls.setShown,
    request: ({ id }: StaffLawyer) => ({ params: { id }, body: { shown } }),
  }) as const

/** The directory that visitors see. */
export default defineResource<StaffLawyer>({
  name: 'lawyers',
  words: 'content',
  schema: StaffLawyer,
  title: 'name',
  endpoints: {
    list: staffLawyerCalls.list,
    one: { call: staffLawyerCalls.get, request: (id) => ({ params: { id } }) },
    create: staffLawyerCalls.create,
    update: staffLawyerCalls.update,
  },
  routes: recordRoutes('lawyer'),
  access: right,
  create: { right },
  menu: { icon: <SolutionOutlined />, group: 'desk', order: 926 },
  fields: {
    name: { kind: 'text', sortable: true, width: 130, maxLength: 60 },
    firm: { kind: 'text', width: 200, maxLength: 100 },
    regionCode: {
      kind: 'region',
      width: 200,
      names: ['provinceName', 'cityName', 'regionName'],
    },
    practice: {
      kind: 'tags',
      width: 200,
      most: mostFieldsOfLawyer,
      offered: { load: lawyerFieldCalls.list, name: 'fieldZh' },
    },
    licenceNo: { kind: 'text', width: 180, maxLength: 40 },
    sinceYear: { kind: 'number', width: 130 },
    shown: { kind: 'flag', width: 100 },
    sort: { kind: 'number', sortable: true, width: 100, help: true },
    portrait: { kind: 'picture', width: 120, scene: 'content' },
    intro: { kind: 'long-text', maxLength: mostIntro },
    cases: { kind: 'long-text', maxLength: mostIntro, help: true },
    phone: { kind: 'phone', width: 150, help: true },
    mail: { kind: 'text', width: 200, maxLength: 254, clean: mailOf, help: true },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    updatedAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['name', 'firm', 'regionCode', 'practice', 'licenceNo', 'shown', 'sort', 'updatedAt'],
  card: ['firm', 'regionCode', 'practice', 'shown'],
  filters: {
    keyWord: { kind: 'keyword' },
    fieldId: { kind: 'remote', load: lawyerFieldCalls.list, value: 'id', label: 'fieldZh' },
    shown: { kind: 'flag' },
  },
  defaultSort: '-updatedAt',
  form: {
    schema: LawyerBody,
    rows: [
      ['name', 'firm'],
      ['regionCode'],
      ['licenceNo', 'sinceYear'],
      ['practice'],
      ['portrait'],
      ['intro'],
      ['cases'],
      ['sort'],
      ['phone', 'mail'],
    ],
    sections: { portrait: 'about', phone: 'contact' },
    initial: { sort: 100 },
    surface: 'page',
  },
  actions: [
    { name: 'edit', right, scope: 'row', allowed: () => true, edits: true },
    { name: 'show', right, scope: 'both', onPage: true, allowed: (row) => !row.shown, run: setShown(true) },
    {
      name: 'hide',
      right,
      scope: 'both',
      confirm: true,
      danger: true,
      allowed: (row) => row.shown,
      run: setShown(false),
    },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})

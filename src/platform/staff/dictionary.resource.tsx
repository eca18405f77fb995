import { UnorderedListOutlined } from '@ant-design/icons'
import { DictEntry, DictEntryBody, dictEntryCalls, DictType } from '../../../contract/platform/dictionary-entries.ts'
import { longestLabel } from '../../../contract/kit/fields.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const right = 'platform.manage'
const active = (to: boolean) =>
  ({
    send: 'each',
    call: dictEntryCalls.setActive,
    request: ({ id }: DictEntry) => ({ params: { id }, body: { active: to } }),
  }) as const

/** Choices that pages of this platform offer. */
export default defineResource<DictEntry>({
  name: 'operatorDictionary',
  words: 'operator',
  schema: DictEntry,
  title: 'name',
  endpoints: {
    list: dictEntryCalls.list,
    one: { call: dictEntryCalls.get, request: (id) => ({ params: { id } }) },
    create: dictEntryCalls.create,
    update: dictEntryCalls.update,
  },
  routes: { list: '/operator/dictionary' },
  access: right,
  create: { right },
  menu: { icon: <UnorderedListOutlined />, group: 'platform', order: 930 },
  fields: {
    name: { kind: 'text', sortable: true, maxLength: longestLabel },
    nameEn: { kind: 'text', width: 160, maxLength: longestLabel, help: true },
    type: { kind: 'choice', sortable: true, width: 190, values: DictType.options },
    code: { kind: 'text', sortable: true, width: 130, maxLength: 40, help: true },
    sort: { kind: 'number', sortable: true, width: 100, help: true },
    parent: { kind: 'text', width: 140, maxLength: 40, help: true },
    active: { kind: 'flag', width: 124 },
    updatedAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['name', 'nameEn', 'type', 'code', 'sort', 'active'],
  card: ['type', 'code', 'sort', 'active'],
  filters: {
    keyWord: { kind: 'keyword' },
    type: { kind: 'choice', values: DictType.options, words: 'choice.type' },
    active: { kind: 'flag' },
  },
  defaultSort: 'type,sort',
  form: {
    schema: DictEntryBody,
    rows: [['type'], ['code'], ['name'], ['nameEn'], ['parent'], ['sort']],
    initial: { type: 'evidenceLabel', sort: 0 },
  },
  actions: [
    { name: 'edit', right, scope: 'row', allowed: () => true, edits: true },
    { name: 'disable', right, scope: 'both', allowed: (e) => e.active, run: active(false) },
    { name: 'enable', right, scope: 'both', allowed: (e) => !e.active, run: active(true) },
  ],
})

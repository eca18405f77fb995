import { ProfileOutlined } from '@ant-design/icons'
import { OfficeTemplate, templateCalls, TemplateState } from '../../../contract/notarization/templates.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource, type Action } from '../../kit/resource/resource.ts'
import { paths } from '../paths.ts'

const ToEditTemplate = lazyDialog(async () => (await import('./ToEditTemplate.tsx')).ToEditTemplate)

const right = 'office.templates'

/** Offered or not: orders that began with a matter go on either way. */
const offering = (name: string, offered: boolean): Action<OfficeTemplate> => ({
  name,
  right,
  scope: 'row',
  confirm: true,
  danger: !offered,
  allowed: ({ templateState }) => (templateState === 'withdrawn') === offered,
  run: { send: 'each', call: templateCalls.setOffered, request: ({ id }) => ({ params: { id }, body: { offered } }) },
})

/** What a notary office attends to, asks and tells. */
export default defineResource<OfficeTemplate>({
  name: 'officeTemplates',
  words: 'notarization',
  schema: OfficeTemplate,
  title: 'matterName',
  endpoints: {
    list: templateCalls.list,
    one: { call: templateCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list: paths.templates, showPath: `${paths.templates}/:id`, show: ({ id }) => `${paths.templates}/${id}` },
  access: right,
  create: { right, path: `${paths.templates}/add` },
  menu: { icon: <ProfileOutlined />, group: 'office', order: 42 },
  fields: {
    matterName: { kind: 'text', sortable: true, width: 260 },
    templateState: {
      kind: 'choice',
      width: 120,
      values: TemplateState.options,
      tones: { offered: 'good', withdrawn: 'neutral' },
    },
    version: { kind: 'number', width: 90 },
    questionCount: { kind: 'number', width: 100 },
    personName: { kind: 'text', width: 140 },
    changedAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['matterName', 'templateState', 'version', 'questionCount', 'personName', 'changedAt'],
  card: ['templateState', 'version', 'questionCount', 'changedAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    templateState: { kind: 'choice', values: TemplateState.options, words: 'choice.templateState' },
  },
  defaultSort: '-changedAt',
  tabs: [
    { name: 'preview', part: lazyPart(async () => (await import('./TemplateTabs.tsx')).CurrentTemplate) },
    { name: 'versions', part: lazyPart(async () => (await import('./TemplateTabs.tsx')).TemplateVersions) },
  ],
  actions: [
    { name: 'editTemplate', right, scope: 'row', onPage: true, allowed: () => true, form: ToEditTemplate },
    offering('offerTemplate', true),
    offering('withdrawTemplate', false),
  ],
})

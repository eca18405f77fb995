import { ReadOutlined } from '@ant-design/icons'
import { ContentBody, contentCalls, ContentState, StaffContent } from '../../../contract/content/content.ts'
import { ContentKind } from '../../../contract/content/kinds.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { toRecord } from '../../platform/parts/to-record.tsx'
import { writtenFields } from './written-fields.ts'

const right = 'operator.content'
const at = ({ id }: StaffContent) => ({ params: { id } })
const isPublished = ({ contentState }: StaffContent) => contentState !== 'DRAFT' && contentState !== 'WITHDRAWN'

/** What staff write for visitors of the website; the table of kinds (`contract/content/kinds.ts`) says what each has. */
export default defineResource<StaffContent>({
  name: 'siteContent',
  words: 'content',
  schema: StaffContent,
  title: 'titleZh',
  endpoints: {
    list: contentCalls.list,
    one: { call: contentCalls.get, request: (id) => ({ params: { id } }) },
    create: contentCalls.create,
    update: contentCalls.update,
    remove: { call: contentCalls.remove, request: (id) => ({ params: { id } }) },
  },
  routes: {
    list: '/operator/content',
    showPath: '/operator/content/:id',
    show: (row) => `/operator/content/${row.id}`,
  },
  access: right,
  create: { right },
  menu: { icon: <ReadOutlined />, group: 'desk', order: 925 },
  above: lazyPart(async () => (await import('./KindTabs.tsx')).KindTabs),
  tabs: [{ name: 'versions', part: lazyPart(async () => (await import('./ContentVersions.tsx')).ContentVersions) }],
  fields: {
    ...writtenFields.fields,
    contentState: {
      kind: 'choice',
      width: 110,
      values: ContentState.options,
      tones: { SHOWN: 'good', PLANNED: 'active', WITHDRAWN: 'warning' },
    },
    changed: { kind: 'flag', width: 170 },
    publishedAt: { kind: 'instant', width: 176 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    updatedAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['titleZh', 'kind', 'contentState', 'changed', 'sort', 'untilAt', 'updatedAt'],
  card: ['kind', 'contentState', 'changed', 'updatedAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    kind: { kind: 'choice', values: ContentKind.options, words: 'choice.kind' },
    contentState: { kind: 'choice', values: ContentState.options, words: 'choice.contentState' },
  },
  defaultSort: '-updatedAt',
  form: {
    schema: ContentBody,
    rows: [
      ['kind'],
      ['place', 'newsType', 'helpSection', 'product'],
      ['film', 'video'],
      ['captionsZh', 'captionsEn'],
      ['titleZh', 'titleEn'],
      ['summaryZh', 'summaryEn'],
      ['contentZh', 'contentEn'],
      ['picture'],
      ['link'],
      ['sort', 'fromAt', 'untilAt'],
    ],
    sections: { titleZh: 'texts', picture: 'display' },
    initial: { kind: 'NEWS', film: 'OWN', sort: 100 },
    surface: 'page',
  },
  actions: [
    { name: 'edit', right, scope: 'row', allowed: () => true, edits: true },
    {
      name: 'preview',
      right,
      scope: 'row',
      onPage: true,
      allowed: () => true,
      form: lazyDialog(async () => (await import('./PreviewLink.tsx')).PreviewLink),
    },
    {
      name: 'publish',
      right,
      scope: 'both',
      onPage: true,
      confirm: true,
      allowed: (row) => !isPublished(row) || row.changed,
      run: { send: 'each', call: contentCalls.publish, request: at },
    },
    {
      name: 'withdraw',
      right,
      scope: 'both',
      confirm: true,
      danger: true,
      allowed: isPublished,
      run: { send: 'each', call: contentCalls.withdraw, request: at },
    },
    {
      name: 'discardDraft',
      right,
      scope: 'row',
      confirm: true,
      danger: true,
      removes: true,
      allowed: (row) => row.contentState === 'DRAFT',
    },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})

import { FileProtectOutlined } from '@ant-design/icons'
import { Preservation, preservationCalls } from '../../../contract/notarization/preservation.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { paths } from '../paths.ts'

/** Reports of the platform over several pieces of evidence. */
export default defineResource<Preservation>({
  name: 'preservations',
  words: 'notarization',
  schema: Preservation,
  title: 'title',
  endpoints: {
    list: preservationCalls.list,
    one: { call: preservationCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: recordRoutes('preservation'),
  access: 'judicial.read',
  create: { right: 'judicial.write', path: paths.beginReport },
  live: 'preservations',
  menu: { icon: <FileProtectOutlined />, group: 'judicial', order: 49 },
  fields: {
    title: { kind: 'text', sortable: true, width: 260 },
    reportNumber: { kind: 'text', width: 200 },
    evidenceCount: { kind: 'number', width: 90 },
    personName: { kind: 'text', width: 140 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['title', 'reportNumber', 'evidenceCount', 'personName', 'createdAt'],
  card: ['reportNumber', 'evidenceCount', 'createdAt'],
  filters: { keyWord: { kind: 'keyword' }, days: { kind: 'days' } },
  defaultSort: '-createdAt',
  tabs: [{ name: 'report', part: lazyPart(async () => (await import('./PreservationPaper.tsx')).PreservationPaper) }],
  actions: [],
})

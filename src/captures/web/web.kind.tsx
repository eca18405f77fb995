import type { KindView } from '../../evidence/parts/kind-view.ts'
import { CaptureFacts } from './CaptureFacts.tsx'
import { EnvironmentReport } from './EnvironmentReport.tsx'
import { PagePictures } from './PagePictures.tsx'

/** A captured web page: its picture, how it was reached, the machine that captured it. */
export default {
  kind: 'web',
  summary: [
    'ano',
    'status',
    'ownerName',
    'operator',
    'label',
    'url',
    'statementSha256',
    'date',
    'start_time',
    'end_time',
    'took',
    'sealedAt',
    'tags',
    'remark',
  ],
  tabs: [
    { name: 'screenshot', beforeFiles: true, show: PagePictures },
    { name: 'capture', show: CaptureFacts },
    { name: 'environment', show: EnvironmentReport },
  ],
} satisfies KindView

import type { KindView } from '../../evidence/parts/kind-view.ts'
import { depositView } from './deposit-view.ts'

export default { kind: 'hash', ...depositView } satisfies KindView

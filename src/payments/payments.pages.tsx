import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'
import { paths } from './paths.ts'

export default [
  {
    path: `${paths.costs}/wePay`,
    page: lazyPart(async () => (await import('./PayPage.tsx')).PayPage),
    right: 'money.read',
    under: paths.recharges,
  },
  {
    path: `${paths.costs}/transfer`,
    page: lazyPart(async () => (await import('./SendTransfer.tsx')).SendTransfer),
    right: 'money.pay',
    under: paths.transfers,
  },
  {
    path: paths.statements,
    page: lazyPart(async () => (await import('./Statements.tsx')).Statements),
    right: 'money.read',
    under: paths.costs,
  },
] satisfies PageEntry[]

import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../plain/format.ts'
import type { ListState } from './list-state.ts'
import type { Change } from './useListState.ts'
import type { Rows } from './useRows.ts'

interface Props {
  list: Rows<unknown>
  state: ListState
  change: Change
  scrolls: boolean
  wide: boolean
}

/** Under the rows: which page it is and the way to others, or how much has been loaded. */
export function ListPages({ list, state, change, scrolls, wide }: Props) {
  const { t } = useTranslation()
  if (scrolls)
    return (
      <p className="skz-pages">
        {t('list.loaded', {
          n: formatNumber(list.rows.length, 0),
          total: formatNumber(list.total, 0),
          more: list.totalIsEstimate ? '+' : '',
        })}
      </p>
    )
  return (
    <Pagination
      className="skz-pages"
      current={state.page}
      pageSize={state.pageSize}
      total={list.total}
      showSizeChanger={wide}
      pageSizeOptions={[10, 20, 50, 100]}
      simple={!wide}
      showTotal={(n) => t(list.totalIsEstimate ? 'totalAtLeast' : 'total', { n: formatNumber(n, 0) })}
      onChange={(page, size) => change({ page, size: size === 10 ? undefined : size })}
    />
  )
}

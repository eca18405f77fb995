import { Pagination, type PaginationProps } from 'antd'

/** The pages of a list of batches. The simple kind cannot be reached by the keyboard on its first page. */
export function BatchPages(props: Pick<PaginationProps, 'current' | 'pageSize' | 'total' | 'onChange'>) {
  return <Pagination className="skz-pages" showLessItems showSizeChanger={false} {...props} />
}

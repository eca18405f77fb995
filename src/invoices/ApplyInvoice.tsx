import { Alert, Button, Checkbox, Form, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { invoiceCalls, type InvoicedOrder, mostOrders } from '../../contract/invoices/invoices.ts'
import { formatMoney } from '../../contract/kit/money.ts'
import { Card } from '../kit/page/Card.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { fieldErrors } from '../kit/refusals/field-errors.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { OrderTable } from './OrderTable.tsx'
import { paths } from './paths.ts'
import { WishFields, wishOf, type WishValues } from './WishFields.tsx'

/** Chooses paid orders, and asks for an invoice of their sum. An address may name the first of them (`?order=`). */
export function ApplyInvoice() {
  const { t } = useTranslation(['invoices'])
  const { data, error, refetch } = useOrders(1)
  return (
    <Page title={t('apply.title')} lead={t('apply.lead')}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={6} />
      ) : data.total ? (
        <Application newest={data.list} total={data.total} />
      ) : (
        <Card>
          <Nothing text={t('apply.none')} />
          <LinkButton to={paths.invoices}>{t('resource.invoices.title')}</LinkButton>
        </Card>
      )}
    </Page>
  )
}

/** As many a page as an invoice may hold. */
const useOrders = (pageNum: number) =>
  useRead(invoiceCalls.orders, { query: { pageNum, pageSize: mostOrders } }, { staleTime: 0 })

interface Props {
  newest: readonly InvoicedOrder[]
  total: number
}

function Application({ newest, total }: Props) {
  const { t } = useTranslation(['invoices'])
  const [params] = useSearchParams()
  const [form] = Form.useForm<WishValues>()
  const [chosen, setChosen] = useState(() => newest.filter(({ id }) => params.getAll('order').includes(id)))
  // Other orders may be there once some of those that were chosen have gone.
  const [asked, setAsked] = useState(0)
  const { send, sending, missing } = useApplying(form, chosen, () => (setChosen([]), setAsked(asked + 1)))
  return (
    <Form<WishValues>
      form={form}
      layout="vertical"
      className="skz-form"
      initialValues={wishOf()}
      onFinish={send}
      scrollToFirstError={{ focus: true }}
    >
      <Card title={t('apply.orders')}>
        {total > mostOrders && <Alert type="info" showIcon title={t('apply.more', { total, most: mostOrders })} />}
        <PickOrders key={asked} chosen={chosen} total={total} onChange={setChosen} />
      </Card>
      <Card title={t('apply.wish')}>
        <WishFields form={form} />
      </Card>
      <div role="status">
        <span className="skz-muted">
          {t('apply.sum')} · {t('apply.count', { count: chosen.length })}
        </span>
        <div className="skz-sum">{formatMoney(chosen.reduce((sum, { amount }) => sum + amount, 0))}</div>
        {missing && <Alert type="warning" showIcon title={t('apply.pick')} />}
      </div>
      <div className="skz-form-foot">
        <Button type="primary" size="large" htmlType="submit" loading={sending}>
          {t('apply.send')}
        </Button>
      </div>
    </Form>
  )
}

function useApplying(
  form: ReturnType<typeof Form.useForm<WishValues>>[0],
  chosen: readonly InvoicedOrder[],
  onGone: () => void,
) {
  const { t } = useTranslation(['invoices'])
  const navigate = useNavigate()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const [tried, setTried] = useState(false)
  const [uniqueId, setUniqueId] = useState(() => crypto.randomUUID())
  const write = useWrite(invoiceCalls.apply, {
    refresh: ['invoices'],
    quiet: true,
    onDone: ({ id }) => {
      notices.done(t('apply.done'))
      void navigate(paths.invoice(id))
    },
  })
  function send(values: WishValues) {
    setTried(true)
    if (!chosen.length) return
    const body = { ...values, headerId: values.headerId!, orderIds: chosen.map(({ id }) => id), unique_id: uniqueId }
    write.mutate(
      { body },
      {
        onError: (error) => {
          setUniqueId(crypto.randomUUID())
          const { ofOrders = [], others = [] } = Object.groupBy(fieldErrors(error), ({ name }) =>
            String(name).startsWith('orderIds') ? 'ofOrders' : 'others',
          )
          if (ofOrders.length || error.code === 'orders-invoiced') onGone()
          refuse(error, others)
        },
      },
    )
  }
  return { send, sending: write.isPending, missing: tried && !chosen.length }
}

interface PickProps {
  chosen: readonly InvoicedOrder[]
  total: number
  onChange(orders: InvoicedOrder[]): void
}

/** Orders of a page to choose from; what was chosen of others stays. */
function PickOrders({ chosen, total, onChange }: PickProps) {
  const [pageNum, setPage] = useState(1)
  const { data, error, refetch } = useOrders(pageNum)
  return (
    <>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <OrderPage orders={data.list} chosen={chosen} onChange={onChange} />
      ) : (
        <Loading rows={6} />
      )}
      {/* The simple one cannot be reached by the keyboard on its first page. */}
      <Pagination
        className="skz-pages"
        showLessItems
        current={pageNum}
        pageSize={mostOrders}
        total={total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </>
  )
}

function OrderPage({ orders, chosen, onChange }: Omit<PickProps, 'total'> & { orders: readonly InvoicedOrder[] }) {
  const { t } = useTranslation(['invoices'])
  const isChosen = ({ id }: InvoicedOrder) => chosen.some((other) => other.id === id)
  const [here, elsewhere] = [orders.filter(isChosen), chosen.filter((one) => !orders.some(({ id }) => id === one.id))]
  const room = mostOrders - elsewhere.length
  return (
    <OrderTable
      caption={t('apply.orders')}
      orders={orders}
      pick={{
        all: (
          <Checkbox
            aria-label={t('apply.all')}
            checked={here.length > 0 && here.length === orders.length}
            indeterminate={here.length > 0 && here.length < orders.length}
            disabled={room === 0}
            onChange={({ target }) => onChange(target.checked ? [...elsewhere, ...orders.slice(0, room)] : elsewhere)}
          />
        ),
        of: (order) => (
          <Checkbox
            aria-label={t('apply.order', { number: order.orderNumber })}
            checked={isChosen(order)}
            disabled={!isChosen(order) && chosen.length === mostOrders}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, order] : chosen.filter(({ id }) => id !== order.id))
            }
          />
        ),
      }}
    />
  )
}

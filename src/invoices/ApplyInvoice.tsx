import { Alert, Button, Checkbox, Form } from 'antd'
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
  const { data, error, refetch } = useRead(invoiceCalls.orders, { query: { pageSize: mostOrders } }, { staleTime: 0 })
  return (
    <Page title={t('apply.title')} lead={t('apply.lead')}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={6} />
      ) : data.list.length ? (
        <Application orders={data.list} total={data.total} onRefused={() => void refetch()} />
      ) : (
        <Card>
          <Nothing text={t('apply.none')} />
          <LinkButton to={paths.invoices}>{t('resource.invoices.title')}</LinkButton>
        </Card>
      )}
    </Page>
  )
}

interface Props {
  orders: readonly InvoicedOrder[]
  total: number
  onRefused(): void
}

function Application({ orders, total, onRefused }: Props) {
  const { t } = useTranslation(['invoices'])
  const [params] = useSearchParams()
  const [form] = Form.useForm<WishValues>()
  const [named, setNamed] = useState<readonly string[]>(() => params.getAll('order'))
  const chosen = orders.filter(({ id }) => named.includes(id))
  const { send, sending, missing } = useApplying(form, chosen, onRefused)
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
        {total > orders.length && (
          <Alert type="info" showIcon title={t('apply.more', { total, shown: orders.length })} />
        )}
        <Picking orders={orders} chosen={chosen} onChange={setNamed} />
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
  onRefused: () => void,
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
          onRefused()
          refuse(
            error,
            fieldErrors(error).filter(({ name }) => !String(name).startsWith('orderIds')),
          )
        },
      },
    )
  }
  return { send, sending: write.isPending, missing: tried && !chosen.length }
}

interface PickingProps {
  orders: readonly InvoicedOrder[]
  chosen: readonly InvoicedOrder[]
  onChange(ids: string[]): void
}

function Picking({ orders, chosen, onChange }: PickingProps) {
  const { t } = useTranslation(['invoices'])
  const ids = chosen.map(({ id }) => id)
  return (
    <OrderTable
      caption={t('apply.orders')}
      orders={orders}
      pick={{
        all: (
          <Checkbox
            aria-label={t('apply.all')}
            checked={ids.length === orders.length}
            indeterminate={ids.length > 0 && ids.length < orders.length}
            onChange={({ target }) => onChange(target.checked ? orders.map(({ id }) => id) : [])}
          />
        ),
        of: ({ id, orderNumber }) => (
          <Checkbox
            aria-label={t('apply.order', { number: orderNumber })}
            checked={ids.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...ids, id] : ids.filter((other) => other !== id))}
          />
        ),
      }}
    />
  )
}

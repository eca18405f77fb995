import { Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Transfer } from '../../../contract/payments/transfers.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { Pictures } from '../../kit/page/Pictures.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { paths } from '../paths.ts'

interface Props {
  row: Transfer
  /** Where the reader finds the order that came of it. */
  orderAt?: (id: string) => string
}

/** How far a transfer is, what came last first: sent in with its slip, looked for at the bank, credited or not. */
export function TransferCourse({ row, orderAt = paths.pay }: Props) {
  const { t } = useTranslation(['payments'])
  const link = useByteLink()
  const { transferState: state, createdAt, endedAt, pictures } = row
  const looked = state === 'checking' || state === 'credited'
  const steps = [
    ...(endedAt ? [{ key: 'end', at: endedAt, content: <End row={row} orderAt={orderAt} /> }] : []),
    ...(looked ? [{ key: 'looked', at: null, content: <strong>{t('transfer.looked')}</strong> }] : []),
    { key: 'sent', at: createdAt, content: <strong>{t('transfer.sentIn')}</strong> },
  ]
  return (
    <Timeline
      items={steps.map(({ key, at, content }) => ({
        key,
        content: (
          <>
            {content}
            {at && (
              <div className="skz-lead">
                <time dateTime={at}>{formatInstant(at)}</time>
              </div>
            )}
            {key === 'sent' && (
              <Pictures urls={pictures.map(({ url }) => link(url))} nameOf={(n) => t('transfer.picture', { n })} />
            )}
          </>
        ),
      }))}
    />
  )
}

/** What came of it. */
function End({ row, orderAt }: Required<Props>) {
  const { t } = useTranslation(['payments'])
  const { transferState: state, amount, credited, answer, orderId } = row
  if (state === 'refused') return <strong className="skz-break">{t('transfer.refused', { why: answer })}</strong>
  if (state === 'withdrawn') return <strong>{t('transfer.withdrawn')}</strong>
  const arrived = formatMoney(credited ?? 0)
  return (
    <>
      <strong>{t('transfer.done', { amount: arrived })}</strong>
      {credited !== amount && <div>{t('transfer.other', { said: formatMoney(amount), amount: arrived })}</div>}
      {orderId && (
        <div>
          <LinkButton to={orderAt(orderId)}>{t('transfer.toOrder')}</LinkButton>
        </div>
      )}
    </>
  )
}

import { Descriptions, type DescriptionsProps, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { sayKey } from '../../kit/resource/words.ts'
import type { OrderShown } from './OrderTab.tsx'
import { useMatter } from './useMatter.ts'

/** What stands in one line beside another; longer texts take a line of their own. */
const shortText = 40

/** What was asked for, by whom and of whom. */
export function OrderMatter({ order }: { order: OrderShown }) {
  const { t } = useTranslation(['notarization'])
  const { content, applicant, office, fee } = order
  const row = (key: string, label: string, value: string | null, filled = false) => ({
    key,
    label,
    children: value ? <span className="skz-long">{value}</span> : '-',
    ...(filled && { span: 'filled' as const }),
  })
  const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
  const matter = useMatter(order).filter(({ text }) => text !== order.title)
  const [short, long] = [false, true].map((is) => matter.filter(({ text }) => text.length > shortText === is))
  const first: DescriptionsProps['items'] = [
    ...short!.map(({ name, label, text }) => row(name, label, text)),
    {
      key: 'applicant',
      label: t('matter.applicant'),
      children: (
        <>
          {applicant.name}{' '}
          <Tag color={applicant.isVerified ? 'success' : 'default'}>
            {t(`applicant.${applicant.isVerified ? 'verified' : 'unverified'}`)}
          </Tag>
        </>
      ),
    },
    ...(fee === null && office.listedFee !== null
      ? [row('fee', t('field.fee'), t('matter.listed', { fee: formatMoney(office.listedFee) }))]
      : []),
    ...Object.entries(order.terms ?? {}).flatMap(([name, fen]) =>
      fen === null ? [] : [row(name, sayKey(t, `notarization:field.${name}`), formatMoney(fen))],
    ),
  ]
  const last = [
    ...long!.map(({ name, label, text }) => row(name, label, text, true)),
    row('recipient', t('field.recipient'), joined([content.recipient, content.recipientPhone, content.address]), true),
    row('office', t('matter.office'), joined([office.fullName, office.phone, office.address, office.hours]), true),
    ...(content.remark ? [row('remark', t('field.remark'), content.remark, true)] : []),
  ]
  // The last that stands beside another fills its line: what follows has one of its own.
  const items = [...first.slice(0, -1), { ...first.at(-1)!, span: 'filled' as const }, ...last]
  return <Descriptions bordered size="small" column={{ xs: 1, md: 2 }} items={items} />
}

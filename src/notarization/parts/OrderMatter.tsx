import { Descriptions, type DescriptionsProps, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OrderShown } from './OrderTab.tsx'

/** What was asked for, by whom and of whom. */
export function OrderMatter({ order }: { order: OrderShown }) {
  const { t } = useTranslation(['common', 'notarization'])
  const { content, applicant, office } = order
  const text = (value: string | null) => (value ? <span className="skz-long">{value}</span> : '-')
  const items: DescriptionsProps['items'] = [
    {
      key: 'question',
      label: t('notarization:field.question'),
      span: 'filled' as const,
      children: text(content.question),
    },
    {
      key: 'description',
      label: t('notarization:field.description'),
      span: 'filled' as const,
      children: text(content.description),
    },
    {
      key: 'useType',
      label: t('notarization:field.useType'),
      children: t(`notarization:choice.useType.${content.useType}`),
    },
    { key: 'caseNumber', label: t('notarization:field.caseNumberOfCourt'), children: text(content.caseNumber) },
    {
      key: 'disputed',
      label: t('notarization:field.disputed'),
      children: t(`common:export.${content.disputed ? 'yes' : 'no'}`),
    },
    { key: 'copies', label: t('notarization:field.copies'), children: content.copies },
    {
      key: 'applicant',
      label: t('notarization:matter.applicant'),
      children: (
        <>
          {applicant.name}{' '}
          <Tag color={applicant.isVerified ? 'success' : 'default'}>
            {t(`notarization:applicant.${applicant.isVerified ? 'verified' : 'unverified'}`)}
          </Tag>
        </>
      ),
    },
    {
      key: 'recipient',
      label: t('notarization:field.recipient'),
      children: text([content.recipient, content.recipientPhone, content.address].filter(Boolean).join(' · ')),
    },
    {
      key: 'office',
      label: t('notarization:matter.office'),
      span: 'filled' as const,
      children: text([office.fullName, office.phone, office.address, office.hours].filter(Boolean).join(' · ')),
    },
    ...(content.remark
      ? [
          {
            key: 'remark',
            label: t('notarization:field.remark'),
            span: 'filled' as const,
            children: text(content.remark),
          },
        ]
      : []),
  ]
  return <Descriptions bordered size="small" column={{ xs: 1, md: 2 }} items={items} />
}

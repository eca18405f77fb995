import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Package, packageCalls, type PackageUse } from '../../../contract/payments/packages.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'

/** What each unit of a package paid for, the newest first. */
export function PackageUses({ row: { id } }: { row: Package }) {
  const { t } = useTranslation(['payments'])
  const { data, error, refetch } = useRead(packageCalls.uses, { params: { id } }, { staleTime: 0 })
  useLiveRefresh(packageCalls.uses, 'wallet')
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  const { list, total } = data
  if (!list.length) return <Nothing text={t('package.noUses')} />
  return (
    <>
      <SmallTable<PackageUse>
        caption={t('package.uses')}
        rows={list}
        keyOf={(use) => use.id}
        columns={[
          { key: 'at', title: t('field.at'), width: 176, render: (use) => formatInstant(use.at) },
          {
            key: 'number',
            title: t('field.subjectNumber'),
            render: ({ evidenceNumber }) => <Link to={`/attestation/${evidenceNumber}`}>{evidenceNumber}</Link>,
          },
          {
            key: 'state',
            title: t('field.state'),
            width: 130,
            render: ({ useState: state }) => t(`choice.useState.${state}`),
          },
          { key: 'by', title: t('field.personName'), width: 180, render: (use) => use.personName },
        ]}
      />
      {total > list.length && <p className="skz-muted">{t('package.newest', { shown: list.length, all: total })}</p>}
    </>
  )
}

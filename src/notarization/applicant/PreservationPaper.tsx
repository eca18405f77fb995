import { DownloadOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathOf } from '../../../contract/kit/call.ts'
import {
  type Preservation,
  preservationCalls,
  type PreservationInfo,
} from '../../../contract/notarization/preservation.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'

type Reported = PreservationInfo['evidence'][number]

/** The sealed report, and the evidence that it names. */
export function PreservationPaper({ row }: { row: Preservation }) {
  const { t } = useTranslation(['notarization'])
  const link = useByteLink()
  const { data, error, refetch } = useRead(preservationCalls.get, { params: { id: row.id } }, { staleTime: 0 })
  useLiveRefresh(preservationCalls.get, 'preservations')
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={6} />
  return (
    <>
      <p className="skz-muted">
        {t('papers.lead')}{' '}
        <a href="/website-show/query" target="_blank" rel="noreferrer">
          {t('papers.verify')}
        </a>
      </p>
      <p>
        {data.sha256 ? (
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            href={link(pathOf(preservationCalls.file, { id: row.id }))}
            download
          >
            {t('report.download')}
          </Button>
        ) : (
          <Tag>{t('papers.sealing')}</Tag>
        )}
      </p>
      <SmallTable<Reported>
        caption={t('tab.evidence')}
        rows={data.evidence}
        keyOf={({ ano }) => ano}
        columns={[
          {
            key: 'evidence',
            title: t('tab.evidence'),
            render: ({ ano, name, statementSha256 }) => (
              <>
                <Link className="skz-break" to={`/attestation/${ano}`}>
                  {name}
                </Link>
                <div className="skz-muted skz-number">{ano}</div>
                {statementSha256 && (
                  <div className="skz-muted">
                    SHA-256 <CopyText text={statementSha256} label={`SHA-256 ${name}`} />
                  </div>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  )
}

import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Attempt, certifyCalls } from '../../../contract/real-name/certify.ts'
import { Card } from '../../kit/page/Card.tsx'
import { useConsole } from '../../kit/resource/console-context.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'

interface Line {
  label: string
  /** What is verified, in words of its owner. */
  known: string | undefined
  attempt: Attempt | null
  to: string
  /** May be changed by whoever looks. */
  mine: boolean
}

function IdentityLine({ label, known, attempt, to, mine }: Line) {
  const { t } = useTranslation(['real-name'])
  const open =
    attempt && ['PENDING', 'REVIEWING', 'REJECT', 'REVOKED', 'EXPIRED'].includes(attempt.status)
      ? attempt.status
      : undefined
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {known ? (
          <>
            <Tag color="success">{t('real-name:verified')}</Tag>
            {known}
          </>
        ) : (
          <Tag>{t('real-name:notVerified')}</Tag>
        )}
        {open && (
          <Tag color={open === 'PENDING' || open === 'REVIEWING' ? 'processing' : 'warning'}>
            {t(`real-name:choice.status.${open}`)}
          </Tag>
        )}
      </dd>
      <dd>{mine && <LinkButton to={to}>{t(known || open ? 'real-name:look' : 'real-name:begin')}</LinkButton>}</dd>
    </div>
  )
}

/** Whether person and enterprise are verified, and where that is done. */
export function IdentityCard() {
  const { t } = useTranslation(['real-name'])
  const { bean, can } = useConsole()
  const { data, error, refetch } = useRead(certifyCalls.info, {}, { staleTime: 0 })
  return (
    <Card title={t('real-name:title')}>
      <p className="skz-lead">{t('real-name:lead')}</p>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <dl className="skz-settings">
          <IdentityLine
            label={t('real-name:person.title')}
            known={data.person ? `${data.person.name} ${data.person.idcard}` : undefined}
            attempt={data.personAttempt}
            to={paths.person}
            mine
          />
          {bean.accountKind === 'enterprise' && (
            <IdentityLine
              label={t('real-name:enterprise.title')}
              known={data.enterprise ? `${data.enterprise.name} ${data.enterprise.uscc}` : undefined}
              attempt={data.enterpriseAttempt}
              to={paths.enterprise}
              mine={can('account.manage')}
            />
          )}
        </dl>
      )}
    </Card>
  )
}

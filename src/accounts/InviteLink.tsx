import { useTranslation } from 'react-i18next'
import { invitationCalls } from '../../contract/accounts/invitations.ts'
import { Card } from '../kit/page/Card.tsx'
import { CopyText } from '../kit/page/CopyText.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { QrCode } from '../kit/plain/QrCode.tsx'

/** The person's own code: to tell, to send, to be scanned. */
export function InviteLink() {
  const { t } = useTranslation(['accounts'])
  const { data, error, refetch } = useRead(invitationCalls.list, { query: { pageSize: 1 } })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  return (
    <Card>
      <div className="skz-invite">
        <QrCode text={data.inviteUrl} label={t('accounts:inviteLink.scan')} pixels={148} />
        <dl>
          <div>
            <dt>{t('accounts:inviteLink.code')}</dt>
            <dd>
              <CopyText text={data.inviteCode} label={t('accounts:inviteLink.code')} />
            </dd>
          </div>
          <div>
            <dt>{t('accounts:inviteLink.link')}</dt>
            <dd>
              <CopyText text={data.inviteUrl} label={t('accounts:inviteLink.link')} />
            </dd>
          </div>
        </dl>
      </div>
    </Card>
  )
}

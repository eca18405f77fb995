import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { InvitationLink } from '../../contract/accounts/sub-invitations.ts'
import { Card } from '../kit/page/Card.tsx'
import { CopyText } from '../kit/page/CopyText.tsx'
import { Page } from '../kit/page/Page.tsx'
import { formatInstant } from '../kit/plain/format.ts'
import { QrCode } from '../kit/plain/QrCode.tsx'
import subInvitations from './sub-invitations.resource.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'

interface Props {
  link: InvitationLink
  name: string
  onAnother(): void
}

/** The link of an invitation, shown this once: to copy, or to be scanned. */
export function InvitationReady({ link, name, onAnother }: Props) {
  const { t } = useTranslation(['accounts'])
  return (
    <Page
      title={t('accounts:invite.ready', { name })}
      lead={t('accounts:invite.readyLead', { name, at: formatInstant(link.expiresAt) })}
    >
      <Card>
        <div className="skz-invite">
          <QrCode text={link.url} label={t('accounts:inviteLink.scan')} pixels={148} />
          <dl>
            <div>
              <dt>{t('accounts:inviteLink.link')}</dt>
              <dd>
                <CopyText text={link.url} label={t('accounts:inviteLink.link')} />
              </dd>
            </div>
          </dl>
        </div>
      </Card>
      <div className="skz-form-foot">
        <LinkButton to={subInvitations.routes.list} type="primary" size="large">
          {t('accounts:invite.toList')}
        </LinkButton>
        <Button size="large" onClick={onAnother}>
          {t('accounts:invite.another')}
        </Button>
      </div>
    </Page>
  )
}

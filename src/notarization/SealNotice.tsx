import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import { NoticePoints } from './parts/NoticePoints.tsx'
import { placesOf } from './paths.ts'
import { useNoticeAccepted } from './useNoticeAccepted.ts'

/** What everybody reads and accepts before they ask for the appraisal of a seal. */
export function SealNotice() {
  const { t } = useTranslation(['notarization'])
  const navigate = useNavigate()
  const accepted = useNoticeAccepted()
  const [isAccepted, setAccepted] = useState(() => accepted.read() ?? false)
  return (
    <Page title={t('notice.title')} lead={t('notice.lead')}>
      <Card>
        <NoticePoints kind="officialSeal" />
      </Card>
      <p>
        <Checkbox
          checked={isAccepted}
          onChange={({ target }) => {
            setAccepted(target.checked)
            accepted.keep(target.checked)
          }}
        >
          {t('notice.accept')}
        </Checkbox>
      </p>
      <div className="skz-form-foot">
        <Button
          type="primary"
          size="large"
          disabled={!isAccepted}
          onClick={() => void navigate(placesOf.officialSeal.form)}
        >
          {t('notice.next')}
        </Button>
      </div>
    </Page>
  )
}

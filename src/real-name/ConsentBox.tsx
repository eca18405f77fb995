import { Button, Checkbox } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { consentCalls, type ConsentText } from '../../contract/real-name/consents.ts'
import { Card } from '../kit/page/Card.tsx'
import { useWrite } from '../kit/resource/useCall.ts'

/** The words of one purpose and the agreement to them, which is given by itself and never assumed. */
export function ConsentBox({ text, onGiven }: { text: ConsentText; onGiven(): void }) {
  const { t } = useTranslation(['real-name'])
  const [read, setRead] = useState(false)
  const words = useId()
  const give = useWrite(consentCalls.give, { onDone: onGiven })
  return (
    <Card title={text.title}>
      <div id={words} className="skz-long">
        {text.words}
      </div>
      <p className="skz-lead">{t('real-name:consent.version', { version: text.version })}</p>
      <p>
        <Checkbox checked={read} onChange={(e) => setRead(e.target.checked)} aria-describedby={words}>
          {t('real-name:consent.read')}
        </Checkbox>
      </p>
      <Button
        type="primary"
        disabled={!read}
        loading={give.isPending}
        onClick={() => give.mutate({ body: { purpose: text.purpose, version: text.version } })}
      >
        {t('real-name:consent.agree')}
      </Button>
    </Card>
  )
}

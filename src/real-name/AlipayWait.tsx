import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { QrCode } from '../kit/plain/QrCode.tsx'
import { Card } from '../kit/page/Card.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'

/** Milliseconds between two questions: people are quick or go for a coffee. */
const pauses = [2_000, 2_000, 3_000, 3_000, 5_000, 5_000, 8_000]
const longest = 15_000

/** Opens the address in the Alipay app (its own scheme; the app takes no plain address). */
const inApp = (url: string) => `alipays://platformapi/startapp?appId=20000067&url=${encodeURIComponent(url)}`

/** The check that waits in the Alipay app: a code to scan on a computer, a link on the phone itself. Asks how it stands until it is over. */
export function AlipayWait({ certifyId, onDone }: { certifyId: string; onDone(): void }) {
  const { t } = useTranslation(['real-name'])
  const { client } = useConsole()
  const notices = useNotices()
  const { data, error, refetch } = useRead(certifyCalls.aliRedirect, { query: { certify_id: certifyId } })
  const [asked, setAsked] = useState(0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void look(), pauses[asked] ?? longest)
    return () => clearTimeout(timer)
    async function look() {
      try {
        const { status } = await client.call(certifyCalls.aliQuery, { query: { certify_id: certifyId } })
        setBusy(false)
        if (status === 'PENDING') return setAsked((n) => n + 1)
        if (status === 'PASS') notices.done(t('real-name:alipay.passed'))
        onDone()
      } catch {
        // The vendor may be busy; a job asks too, and this page goes on.
        setBusy(true)
        setAsked((n) => n + 1)
      }
    }
  }, [asked, certifyId, client, notices, onDone, t])
  return (
    <Card title={t('real-name:alipay.scan')}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={3} />
      ) : (
        <div className="skz-invite">
          <QrCode text={data.url} label={t('real-name:alipay.qr')} pixels={320} />
          <div>
            <ol className="skz-steps">
              <li>{t('real-name:alipay.step1')}</li>
              <li>{t('real-name:alipay.step2')}</li>
              <li>{t('real-name:alipay.step3')}</li>
            </ol>
            <p className="skz-gap">
              <Button type="primary" href={inApp(data.url)}>
                {t('real-name:alipay.open')}
              </Button>
            </p>
            <p role="status" className="skz-lead">
              {t('real-name:alipay.waiting')}
            </p>
            {busy && <Alert type="warning" showIcon title={t('real-name:alipay.busy')} />}
          </div>
        </div>
      )}
    </Card>
  )
}

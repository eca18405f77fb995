import { LinkOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../refusals/useNotices.ts'
import { linkHere } from '../resource/account-link.ts'
import { useConsole } from '../resource/console-context.ts'

/** What every record's page can do: be sent as a link, with the tab that is open, and be printed. */
export function RecordTools() {
  const { t } = useTranslation()
  const { bean } = useConsole()
  const notices = useNotices()
  const copyLink = () => void navigator.clipboard.writeText(linkHere(bean)).then(() => notices.done(t('copied')))
  return (
    <>
      <Button
        icon={<LinkOutlined aria-hidden />}
        title={t('show.link')}
        aria-label={t('show.link')}
        onClick={copyLink}
      />
      <Button
        icon={<PrinterOutlined aria-hidden />}
        title={t('show.print')}
        aria-label={t('show.print')}
        onClick={() => window.print()}
      />
    </>
  )
}

import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../../kit/resource/console-context.ts'
import { saveFile } from '../../kit/io/sheet/save-file.ts'

/** The only time that these are to be seen. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t, i18n } = useTranslation(['accounts'])
  const { platform, bean } = useConsole()
  const { platformName, platformNameEn } = platform.basicInfo
  const name = i18n.language === 'en' ? platformNameEn : platformName
  const download = () =>
    saveFile(
      new Blob(
        [`${name} ${bean.phoneMasked}\r\n${t('accounts:settings.totp.keepNote')}\r\n\r\n${codes.join('\r\n')}\r\n`],
        { type: 'text/plain' },
      ),
      t('accounts:settings.totp.file'),
    )
  return (
    <>
      <h3>{t('accounts:settings.totp.keep')}</h3>
      <p>{t('accounts:settings.totp.keepNote')}</p>
      <ol className="skz-codes" aria-label={t('accounts:settings.totp.list')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
        {t('accounts:settings.totp.download')}
      </Button>
    </>
  )
}

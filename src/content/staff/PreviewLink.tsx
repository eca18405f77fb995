import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { contentCalls, type StaffContent } from '../../../contract/content/content.ts'
import { type Language, languageParameter, languages } from '../../../contract/kit/language.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useWrite } from '../../kit/resource/useCall.ts'

const names = { 'zh-CN': 'preview.zh', en: 'preview.en' } as const

/** Makes an address at which the version saved last is seen as visitors would see it, in each language. */
export function PreviewLink({ row, onClose }: { row: StaffContent; onClose(): void }) {
  const { t } = useTranslation(['content', 'common'])
  const make = useWrite(contentCalls.preview)
  const made = make.data
  const address = (language: Language) =>
    new URL(`${made!.path}&${languageParameter}=${language}`, window.location.origin).href
  return (
    <Modal open title={t('preview.title', { title: row.titleZh })} footer={null} onCancel={onClose}>
      <p>{t('preview.lead')}</p>
      {!made && (
        <Button type="primary" loading={make.isPending} onClick={() => make.mutate({ params: { id: row.id } })}>
          {t('preview.make')}
        </Button>
      )}
      {made && (
        <>
          {languages.map((language) => (
            <p key={language} className="skz-row">
              <a href={address(language)} target="_blank" rel="noreferrer">
                {t(names[language])}
              </a>
              <CopyText text={address(language)} shorten="cell" label={t(names[language])} />
            </p>
          ))}
          <p className="skz-muted">{t('preview.until', { at: formatInstant(made.until) })}</p>
          {!row.titleEn && <Alert type="info" showIcon title={t('preview.noEnglish')} />}
        </>
      )}
    </Modal>
  )
}

import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { announcementCalls } from '../../contract/messages/announcements.ts'
import { formatInstant } from '../kit/plain/format.ts'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'

/** One announcement, to be read. */
export function AnnouncementShow() {
  const { id = '' } = useParams()
  const { t, i18n } = useTranslation(['messages'])
  const { data, error, refetch } = useRead(announcementCalls.get, { params: { id } })
  const trail = [{ title: t('resource.announcements.title'), to: '/accountSetting/messageNotification/announcements' }]
  if (!data)
    return (
      <Page title={t('resource.announcements.one')} trail={trail}>
        {error ? <Failed error={error} retry={() => void refetch()} /> : <Loading />}
      </Page>
    )
  return (
    <Page title={data.title} trail={trail}>
      <article className="skz-article" lang={data.lang === i18n.language ? undefined : data.lang}>
        <p className="skz-article-date">
          <time dateTime={data.date}>{formatInstant(data.date)}</time>
          {data.top && <Tag>{t('field.top')}</Tag>}
        </p>
        {data.content.split(/\n{2,}/).map((paragraph, i) => (
          <p key={i} className="skz-long">
            {paragraph}
          </p>
        ))}
      </article>
    </Page>
  )
}

import { useTranslation } from 'react-i18next'
import type { places } from '../../../contract/content/kinds.ts'
import type { Banner, shownCalls } from '../../../contract/content/shown.ts'
import { SentPicture } from '../../kit/plain/SentPicture.tsx'
import { useAnswer } from './answers.ts'
import { SomeLink } from './SomeLink.tsx'
import { usePreview } from './usePreview.ts'

/** What stands at a place of the website; nothing where nothing does, or while it cannot be asked. */
export function Banners({ place }: { place: (typeof places)[number] }) {
  const { t } = useTranslation(['site'])
  const preview = usePreview()
  const { data } = useAnswer<typeof shownCalls.banners>(
    { method: 'POST', path: 'content/banner/list/{id}' },
    { params: { id: place }, body: { preview } },
  )
  if (!data?.list.length) return null
  return (
    <section aria-label={t('site:banner.label')}>
      <ul className="banners">
        {data.list.map((banner, i) => (
          <li key={banner.id} className="banner" lang={banner.lang}>
            <OneBanner banner={banner} isFirst={i === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OneBanner({ banner: { title, summary, imgUrl, link }, isFirst }: { banner: Banner; isFirst: boolean }) {
  return (
    <>
      {imgUrl && (
        <SentPicture
          address={imgUrl}
          width={640}
          height={360}
          sizes="(min-width: 640px) 240px, 94vw"
          {...(isFirst ? { inView: 'first' as const } : {})}
        />
      )}
      <div className="banner-text">
        <p className="banner-title">
          {link ? (
            <SomeLink to={link} className="whole">
              {title}
            </SomeLink>
          ) : (
            title
          )}
        </p>
        {summary && <p>{summary}</p>}
      </div>
    </>
  )
}

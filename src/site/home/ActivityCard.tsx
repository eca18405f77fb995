import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity, shownCalls } from '../../../contract/content/shown.ts'
import { SentPicture } from '../../kit/plain/SentPicture.tsx'
import { ask } from '../parts/api.ts'
import { useSignedIn } from '../parts/SiteShell.tsx'
import { SomeLink } from '../parts/SomeLink.tsx'
import { usePreview } from '../parts/usePreview.ts'

const key = 'shimakaze-hidden-activity'

function isHiddenHere(id: string) {
  try {
    return localStorage.getItem(key) === id
  } catch {
    return false
  }
}

/** Told in a corner, once the page stands: it covers nothing and waits for nobody. */
export function ActivityCard() {
  const { t, i18n } = useTranslation(['site'])
  const preview = usePreview()
  const signedIn = useSignedIn()
  const [activity, setActivity] = useState<Activity>()
  useEffect(() => {
    let gone = false
    ask<typeof shownCalls.activity>(
      { method: 'GET', path: 'activity/pop/{id}' },
      { params: { id: 'HOME_POP' }, query: { preview } },
    ).then(
      (found) => gone || setActivity(found),
      // Nobody came for it.
      () => undefined,
    )
    return () => void (gone = true)
  }, [preview, i18n.language])
  if (!activity?.popId || (!preview && isHiddenHere(activity.popId))) return null
  const { popId, title, summary, imgUrl, link } = activity
  function hide() {
    setActivity(undefined)
    try {
      localStorage.setItem(key, popId!)
    } catch {
      // A browser that keeps nothing tells of it again.
    }
    if (signedIn)
      void ask<typeof shownCalls.hideActivity>(
        { method: 'PUT', path: 'activity/pop/hide/{id}' },
        { params: { id: popId! } },
        { keepsSession: true },
      ).catch(() => undefined)
  }
  return (
    <aside className="activity" aria-label={t('site:home.activity.label')}>
      {imgUrl && <SentPicture address={imgUrl} width={320} height={180} sizes="320px" />}
      <h2>{title}</h2>
      <p>{summary}</p>
      <p className="buttons">
        {link && (
          <SomeLink className="button primary" to={link}>
            {t('site:home.activity.more')}
          </SomeLink>
        )}
        <button type="button" className="button" onClick={() => setActivity(undefined)}>
          {t('site:home.activity.close')}
        </button>
        <button type="button" className="link" onClick={hide}>
          {t('site:home.activity.hide')}
        </button>
      </p>
    </aside>
  )
}

import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { useFileLink } from '../../evidence/parts/useFileLink.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { ComposedPicture } from './ComposedPicture.tsx'
import {
  firstView,
  isTallLacking,
  keptWindows,
  type PageMap,
  type PictureView,
  viewsOf,
  wholeComposed,
} from './page-map.ts'
import { ScreenshotTiles } from './ScreenshotTiles.tsx'
import { SeenWindows } from './SeenWindows.tsx'
import { usePageMap } from './usePageMap.ts'
import { usualZoom, Zoomed } from './Zoomed.tsx'

/** The pictures of a page: what was on the screen, and what a browser laid out at one moment. */
export function PagePictures({ evidence }: { evidence: EvidenceDetail }) {
  const { data: map, isPending, error, refetch } = usePageMap(evidence)
  if (isPending) return <Loading />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return map ? <Views evidence={evidence} map={map} /> : <ScreenshotTiles evidence={evidence} />
}

function Views({ evidence, map }: { evidence: EvidenceDetail; map: PageMap }) {
  const { t } = useTranslation(['captures', 'evidence'])
  const picture = usePicture(evidence)
  const [chosen, setChosen] = useState<PictureView>()
  const [zoom, setZoom] = useState(usualZoom)
  const views = viewsOf(map, picture.isThere)
  const view = chosen ?? firstView(map, picture.isThere, evidence.notes)
  if (!view) return <Nothing text={t('evidence:noScreenshot')} />
  if (views.length === 1 && view === 'tall') return <ScreenshotTiles evidence={evidence} />
  const { main, taller } = map
  const composed = main && wholeComposed(main, picture.isThere)
  const scrolled = [...(main ? [main] : []), ...map.areas]
  const count = scrolled.reduce((sum, each) => sum + keptWindows(each, picture.isThere).length, 0)
  const { name } = evidence
  const about = view === 'seen' && isTallLacking(map, picture.isThere, evidence.notes) ? 'seenInstead' : view
  return (
    <div className="skz-page-pictures">
      <Segmented
        className="skz-page-views"
        aria-label={t('pictures.views')}
        value={view}
        onChange={setChosen}
        options={views.map((value) => ({ value, label: t(`pictures.view.${value}`, { count }) }))}
      />
      <p className="skz-muted" role="status">
        {t(`pictures.about.${about}`)}
      </p>
      {view === 'tall' ? (
        <ScreenshotTiles evidence={evidence} />
      ) : (
        <Zoomed label={t(`pictures.view.${view}`, { count })} zoom={zoom} onZoom={setZoom}>
          {view === 'composed' && main && composed && (
            <ComposedPicture
              composed={composed}
              windows={main.windows}
              linkOf={picture.linkOf}
              zoom={zoom}
              alt={t('pictures.alt.composed', { name })}
            />
          )}
          {view === 'seen' && <SeenWindows map={map} name={name} zoom={zoom} {...picture} />}
          {view === 'taller' && taller && (
            <img
              src={picture.linkOf(taller.path)}
              alt={t('pictures.alt.taller', { name })}
              width={(taller.width * zoom) / 100}
              height={(taller.height * zoom) / 100}
              loading="lazy"
            />
          )}
        </Zoomed>
      )}
    </div>
  )
}

/** The record names pictures as the capture wrote them; the package holds them under `data/`. */
function usePicture({ files }: EvidenceDetail) {
  const link = useFileLink()
  const ids = new Map(files.map(({ path, id }) => [path, id]))
  return {
    isThere: (path: string) => ids.has(`data/${path}`),
    linkOf: (path: string) => link(ids.get(`data/${path}`)!),
  }
}

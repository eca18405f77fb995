import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../kit/plain/format.ts'
import { ComposedPicture } from './ComposedPicture.tsx'
import { type Area, keptWindows, type PageMap, type Scrolled, wholeComposed } from './page-map.ts'

interface Pictures {
  name: string
  zoom: number
  isThere(path: string): boolean
  linkOf(path: string): string
}

/** Windows as they were on the screen, one after the other; areas that scroll by themselves each under a heading. */
export function SeenWindows({ map, ...pictures }: Pictures & { map: PageMap }) {
  const { main, areas, window } = map
  const guess = { width: window.width * window.scale, height: window.height * window.scale }
  return (
    <>
      {main && <WindowList scrolled={main} guess={guess} {...pictures} />}
      {areas.map((area, i) => (
        <AreaWindows key={i} area={area} number={i + 1} scale={window.scale} {...pictures} />
      ))}
    </>
  )
}

function AreaWindows({ area, number, scale, ...pictures }: Pictures & { area: Area; number: number; scale: number }) {
  const { t } = useTranslation(['captures'])
  const { linkOf, isThere, zoom } = pictures
  const composed = wholeComposed(area, isThere)
  const name = t('pictures.alt.area', { name: pictures.name, number })
  const guess = { width: area.box.width * scale, height: area.box.height * scale }
  if (!keptWindows(area, isThere).length) return null
  return (
    <section className="skz-section">
      <h2>{t('pictures.area', { number })}</h2>
      {area.left > 0 && <p className="skz-muted">{t('pictures.areaLeft', { pixels: Math.round(area.left) })}</p>}
      {composed && (
        <ComposedPicture
          composed={composed}
          windows={area.windows}
          linkOf={linkOf}
          zoom={zoom}
          alt={t('pictures.alt.composed', { name })}
        />
      )}
      <WindowList scrolled={area} guess={guess} {...pictures} name={name} />
    </section>
  )
}

function WindowList({ scrolled, guess, name, zoom, ...pictures }: Pictures & { scrolled: Scrolled; guess: Extent }) {
  const { t } = useTranslation(['captures'])
  return (
    <ol className="skz-windows">
      {keptWindows(scrolled, pictures.isThere).map(({ path, number, at, x, y }) => {
        const place = { number, at: formatInstant(at), x: Math.round(x), y: Math.round(y) }
        return (
          <li key={number}>
            <p>{t(place.x ? 'pictures.windowAcross' : 'pictures.windowAt', place)}</p>
            <Picture
              src={pictures.linkOf(path)}
              alt={t('pictures.alt.window', { name, number })}
              guess={guess}
              zoom={zoom}
            />
          </li>
        )
      })}
    </ol>
  )
}

interface Extent {
  width: number
  height: number
}

/** A picture that keeps its place before it comes, and has its own size then. */
function Picture({ src, alt, guess, zoom }: { src: string; alt: string; guess: Extent; zoom: number }) {
  const [own, setOwn] = useState<Extent>()
  const { width, height } = own ?? guess
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      width={(width * zoom) / 100}
      height={(height * zoom) / 100}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setOwn({ width: naturalWidth, height: naturalHeight })
      }
    />
  )
}

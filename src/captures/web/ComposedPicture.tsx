import { useTranslation } from 'react-i18next'
import { shanghaiText } from '../../../contract/kit/shanghai-time.ts'
import type { Composed, SeenWindow } from './page-map.ts'

/** Below this many pixels from the mark before, a mark would cover it. */
const markHeight = 36

/** A picture put together from parts of windows, with a mark at the side where another window begins: no line lies on the picture itself. */
export function ComposedPicture({
  composed: { width, height, strips },
  windows,
  linkOf,
  zoom,
  alt,
}: {
  composed: Composed
  windows: readonly SeenWindow[]
  linkOf(path: string): string
  zoom: number
  alt: string
}) {
  const scale = zoom / 100
  return (
    <div className="skz-composed">
      <Marks strips={strips} windows={windows} scale={scale} />
      <div className="skz-composed-frame" style={{ width: width * scale, height: height * scale }}>
        <div role="img" aria-label={alt} style={{ width, height, transform: `scale(${scale})` }}>
          {strips.map(({ window, x, y, atX, atY, ...size }, i) => (
            <img
              key={i}
              src={linkOf(windows[window]!.path!)}
              alt=""
              loading="lazy"
              {...size}
              style={{ left: atX, top: atY, objectPosition: `${-x}px ${-y}px` }}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function Marks({
  strips,
  windows,
  scale,
}: {
  strips: Composed['strips']
  windows: readonly SeenWindow[]
  scale: number
}) {
  const { t } = useTranslation(['captures'])
  return (
    <ol className="skz-composed-marks" aria-label={t('pictures.marks')}>
      {marksOf(strips, scale).map(({ window, top }) => (
        <li key={`${window} ${top}`} style={{ top }}>
          {t('pictures.window', { number: window + 1 })}
          <time dateTime={windows[window]!.at}>{shanghaiText(new Date(windows[window]!.at)).slice(-8)}</time>
        </li>
      ))}
    </ol>
  )
}

/** One mark for each window that another one gives way to, as far as they have room. */
function marksOf(strips: Composed['strips'], scale: number) {
  const marks: { window: number; top: number }[] = []
  for (const { window, atY } of strips.toSorted((a, b) => a.atY - b.atY)) {
    const last = marks.at(-1)
    const top = atY * scale
    if (!last || (window !== last.window && top - last.top >= markHeight)) marks.push({ window, top })
  }
  return marks
}

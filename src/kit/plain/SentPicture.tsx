import { srcSetOf } from '../../../contract/platform/picture-widths.ts'

interface Props {
  /** Where the service shows it. */
  address: string
  /** Of its box, so that nothing moves when it comes; styles may make the box another. */
  width?: number
  height: number
  /** How wide that box is on the page, as in `sizes`. */
  sizes: string
  className?: string
  /** In view when the page opens: it is asked for at once, the one that matters most before everything else. */
  inView?: 'first' | 'beside'
}

/** A picture that an editor sent; what it shows stands beside it in words. The browser takes the width and the format that suit it. */
export function SentPicture({ address, inView, ...box }: Props) {
  return (
    <img
      {...box}
      alt=""
      loading={inView ? 'eager' : 'lazy'}
      {...(inView === 'first' ? { fetchPriority: 'high' as const } : {})}
      decoding="async"
      srcSet={srcSetOf(address)}
      src={address}
    />
  )
}

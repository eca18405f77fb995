import type { NotaryInfo } from '../../../contract/platform/dictionary.ts'
import { addressOf } from '../../../contract/platform/picture-widths.ts'

interface Props {
  info: NotaryInfo | undefined
  /** Pixels high; beside it stands the name. */
  size: number
}

/** A logo stands in a line of text: what is sent of it suits that, whatever was uploaded. */
const narrow = (address: string) => addressOf(address, 640)

/** The platform's logo, drawn for the ground it stands on; the platform’s mark where it has none, and ours where it has neither. */
export function BrandLogo({ info, size }: Props) {
  const { whiteBottomLogoUrl: onWhite = '', blackBottomLogoUrl: onBlack = '', labelUrl: mark } = info ?? {}
  if (!onWhite && !onBlack)
    return <img src={mark ? addressOf(mark, 320) : '/mark.svg'} width={size} height={size} alt="" />
  // A logo for the other ground brings that ground along.
  return (
    <>
      <img
        className={`skz-logo skz-logo-light${onWhite ? '' : ' on-black'}`}
        src={narrow(onWhite || onBlack)}
        height={size}
        alt=""
      />
      <img
        className={`skz-logo skz-logo-dark${onBlack ? '' : ' on-white'}`}
        src={narrow(onBlack || onWhite)}
        height={size}
        alt=""
      />
    </>
  )
}

import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  /** The algorithm. */
  name: string
  value: string
  /** Whose digest it is, for whoever hears the button alone. */
  of: string
}

/** A digest in groups of four, which compare more easily; what is copied has no gaps. */
export function Digest({ name, value, of }: Props) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const code = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // An application's own browser may refuse: then it is selected, ready to be copied by hand.
      if (code.current) window.getSelection()?.selectAllChildren(code.current)
    }
  }

  return (
    <div>
      <dt>{name}</dt>
      <dd className="digest">
        <code ref={code}>
          {(value.match(/.{1,4}/g) ?? []).map((group, i) => (
            <span key={i}>{group}</span>
          ))}
        </code>
        <button
          type="button"
          className="link"
          aria-label={t('copyNamed', { name: `${name} ${of}` })}
          onClick={() => void copy()}
        >
          {t('copy')}
        </button>
        <span role="status" className="note">
          {copied && t('copied')}
        </span>
      </dd>
    </div>
  )
}

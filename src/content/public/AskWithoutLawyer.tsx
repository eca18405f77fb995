import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { LazyCaseForm } from './LazyCaseForm.tsx'

/** For whoever does not know whom to choose. What it needs is asked for when it is opened. */
export function AskWithoutLawyer() {
  const { t } = useTranslation(['site'])
  const location = useLocation()
  const fold = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const details = fold.current
    if (!details) return
    if (location.hash === '#case') {
      details.open = true
      details.scrollIntoView()
      details.querySelector('summary')?.focus({ preventScroll: true })
    }
    // It may have been opened before the scripts ran.
    if (details.open) setOpen(true)
  }, [location])
  return (
    <details
      ref={fold}
      id="case"
      className="lawyer-ask"
      onToggle={({ currentTarget: { open } }) => {
        // What was typed stays when it is folded.
        if (open) setOpen(true)
      }}
    >
      <summary>
        <h2>{t('site:lawyers.ask')}</h2>
      </summary>
      {isOpen ? (
        <LazyCaseForm />
      ) : (
        <noscript>
          <p>{t('site:lawyers.case.noScript')}</p>
        </noscript>
      )}
    </details>
  )
}

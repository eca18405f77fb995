import { useEffect, useState } from 'react'
import type { Standing, standingCalls } from '../../../contract/notarization/standing.ts'
import { ask } from '../../site/parts/api.ts'

/** What this site knows of a paper of its own since it was sealed: no file can tell that it was revoked. */
export function usePaperStanding(paperNumber: string | undefined): Standing | undefined {
  const [known, setKnown] = useState<Standing>()
  useEffect(() => {
    if (paperNumber === undefined) return
    let gone = false
    ask<typeof standingCalls.ofPaper>(
      { method: 'GET', path: 'query/paper/{paperNumber}' },
      { params: { paperNumber } },
    ).then(
      (answer) => gone || setKnown(answer),
      () => {},
    )
    return () => void (gone = true)
  }, [paperNumber])
  return known
}

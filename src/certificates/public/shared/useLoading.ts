import { useEffect, useRef, useState } from 'react'
import { playerOf } from '../../../../contract/certificates/shared-files.ts'
import { bytesAt } from './addresses.ts'

export type Loading =
  | { step: 'loading'; done: number }
  | { step: 'cancelled' | 'failed' }
  | { step: 'loaded'; blob: Blob; url: string }

/** Under the kind that a player needs; by any other it could be opened as a page of this origin. */
const blobType = (mediaType: string) =>
  ['image', 'video', 'audio'].includes(playerOf(mediaType) ?? '') ? mediaType : 'application/octet-stream'

async function load(source: string, signal: AbortSignal, onBytes: (done: number) => void): Promise<BlobPart[]> {
  const reply = await fetch(source, { cache: 'no-store', signal })
  if (!reply.ok || !reply.body) throw new Error(String(reply.status))
  const pieces: BlobPart[] = []
  let done = 0
  const reader = reply.body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    onBytes((done += piece.value.length))
  }
  return pieces
}

/** Loads a file of a share link as a whole, and tells how far it is. */
export function useLoading(token: string, position: number, mediaType: string) {
  const [state, setState] = useState<Loading>({ step: 'loading', done: 0 })
  const [turn, setTurn] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    const abort = new AbortController()
    running.current = abort
    let url: string | undefined
    load(bytesAt(token, position), abort.signal, (done) => setState({ step: 'loading', done })).then(
      (pieces) => {
        if (abort.signal.aborted) return
        const blob = new Blob(pieces, { type: blobType(mediaType) })
        url = URL.createObjectURL(blob)
        setState({ step: 'loaded', blob, url })
      },
      () => abort.signal.aborted || setState({ step: 'failed' }),
    )
    return () => {
      abort.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [token, position, mediaType, turn])
  return {
    state,
    cancel() {
      running.current?.abort()
      setState({ step: 'cancelled' })
    },
    again() {
      setState({ step: 'loading', done: 0 })
      setTurn(turn + 1)
    },
  }
}

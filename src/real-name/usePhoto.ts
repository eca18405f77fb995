import type { FormInstance } from 'antd'
import { useState } from 'react'
import { certifyCalls, type CardRead, type LicenceRead } from '../../contract/real-name/certify.ts'
import { useWrite } from '../kit/resource/useCall.ts'

type Read = CardRead & LicenceRead

/** Sends a picture into a field of the form; what a machine read fills in what is still empty. */
export function usePhoto<V extends object>(
  form: FormInstance<V>,
  field: keyof V & string,
  kind: 'FRONT' | 'BACK' | 'LICENSE' | 'LETTER',
  filled: (read: Read) => Partial<V>,
) {
  const [read, setRead] = useState<Read | null>(null)
  const done = ({ fileId, ocr }: { fileId: string; ocr: Read | null }) => {
    form.setFields([{ name: field as never, value: fileId as never, errors: [] }])
    setRead(ocr)
    if (!ocr) return
    for (const [name, value] of Object.entries(filled(ocr)))
      if (value && !form.getFieldValue(name as never)) form.setFieldValue(name as never, value as never)
  }
  const card = useWrite(certifyCalls.sendPhoto, { quiet: true, onDone: done })
  const paper = useWrite(certifyCalls.sendPaper, { quiet: true, onDone: done })
  const send = (file: File) =>
    kind === 'FRONT' || kind === 'BACK'
      ? card.mutate({ body: { side: kind }, file })
      : paper.mutate({ body: { kind }, file })
  return { send, sending: card.isPending || paper.isPending, error: card.error ?? paper.error, read }
}

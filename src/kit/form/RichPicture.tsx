import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { Button, Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls, type UploadScene } from '../../../contract/platform/files.ts'
import { ChooseFile } from './ChooseFile.tsx'

interface Props {
  editor: Editor
  scene: UploadScene
  /** Of the field that the picture goes into. */
  label: string
  onClose(): void
}

/** A picture and what it tells those who do not see it. */
export function RichPicture({ editor, scene, label, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<string>()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  function set() {
    if (!text.trim()) return setMissing(true)
    if (!picture) return box.current?.querySelector('button')?.focus()
    insert(editor, pathOf(fileCalls.shown, { id: picture }), text.trim())
    onClose()
  }
  return (
    <>
      <div ref={box}>
        <ChooseFile scene={scene} label={label} onSent={setPicture} />
      </div>
      <div role="status">
        {picture && <img src={pathOf(fileCalls.shown, { id: picture })} alt={text.trim() || label} />}
      </div>
      <label htmlFor={id}>{t('richText.pictureText')}</label>
      <Input
        id={id}
        autoComplete="off"
        maxLength={200}
        value={text}
        aria-required
        {...(missing && { status: 'error', 'aria-invalid': true })}
        aria-describedby={`${id}-hint`}
        onChange={(e) => {
          setText(e.target.value)
          setMissing(false)
        }}
        onPressEnter={set}
      />
      <div id={`${id}-hint`}>
        {missing ? (
          <span role="alert" className="skz-bad">
            {t('richText.pictureMissing')}
          </span>
        ) : (
          <span className="skz-muted">{t('richText.pictureHint')}</span>
        )}
      </div>
      <div className="skz-row">
        <Button size="small" type="primary" disabled={!picture} onClick={set}>
          {t('richText.pictureSet')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}

/** Behind what is selected, with the cursor in the text after it: typing would replace a picture that is selected. */
function insert(editor: Editor, src: string, alt: string) {
  editor
    .chain()
    .insertContentAt(editor.state.selection.to, { type: 'image', attrs: { src, alt } })
    .command(({ tr, state }) => {
      if (!(tr.selection instanceof NodeSelection)) return true
      const { to } = tr.selection
      if (!tr.doc.nodeAt(to)?.isTextblock) tr.insert(to, state.schema.nodes['paragraph']!.create())
      tr.setSelection(TextSelection.near(tr.doc.resolve(to + 1)))
      return true
    })
    .run()
}

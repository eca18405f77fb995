import { type Editor, useEditorState } from '@tiptap/react'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A browser reads a slash with a slash or backslash after it as the name of another host. */
export const isAddress = (text: string) => /^(?:https?:\/\/[^\s/\\]\S*|mailto:[^\s@]+@\S+|\/(?![/\\])\S*)$/i.test(text)

interface Props {
  editor: Editor
  onClose(): void
}

/** Where the selected words lead. Whoever opens this gives it its keys: it stands in a form that it must not send. */
export function RichLink({ editor, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [address, setAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const [wrong, setWrong] = useState(false)
  const linked = useEditorState({ editor, selector: (now) => now.editor.isActive('link') })
  function set() {
    const href = address.trim()
    if (!isAddress(href)) return setWrong(true)
    link(editor, href)
    onClose()
  }
  function remove() {
    unlink(editor)
    onClose()
  }
  return (
    <>
      <label htmlFor={id}>{t('richText.linkAddress')}</label>
      <Input
        id={id}
        autoFocus
        inputMode="url"
        autoComplete="off"
        maxLength={2_000}
        value={address}
        {...(wrong && { status: 'error', 'aria-invalid': true })}
        aria-describedby={`${id}-hint`}
        onChange={(e) => {
          setAddress(e.target.value)
          setWrong(false)
        }}
        onPressEnter={set}
      />
      <div id={`${id}-hint`}>
        {wrong ? (
          <span role="alert" className="skz-bad">
            {t('richText.linkWrong')}
          </span>
        ) : (
          <span className="skz-muted">{t('richText.linkHint')}</span>
        )}
      </div>
      <div className="skz-row">
        <Button size="small" type="primary" onClick={set}>
          {t('richText.linkSet')}
        </Button>
        {linked && (
          <Button size="small" onClick={remove}>
            {t('richText.linkRemove')}
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}

function link(editor: Editor, href: string) {
  const { empty, from, to } = editor.state.selection
  // Where no words are selected the address is its own words.
  if (empty && !editor.isActive('link'))
    editor.commands.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
  else editor.chain().extendMarkRange('link').setLink({ href }).setTextSelection({ from, to }).run()
}

function unlink(editor: Editor) {
  const { from, to } = editor.state.selection
  editor.chain().extendMarkRange('link').unsetLink().setTextSelection({ from, to }).run()
}

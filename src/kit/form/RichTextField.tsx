import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Image as ImageNode } from '@tiptap/extension-image'
import { type ChainedCommands, type Editor, EditorContent, isNodeEmpty, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { Button } from 'antd'
import {
  type AriaAttributes,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls, type UploadScene } from '../../../contract/platform/files.ts'
import { isAddress, RichLink } from './RichLink.tsx'
import { RichPicture } from './RichPicture.tsx'
import './rich-text.css'

interface Props extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  label: string
  id?: string
  /** HTML. */
  value?: string | null
  onChange?: (html: string | undefined) => void
  onBlur?: (event: FocusEvent) => void
  /** What its pictures are sent for. */
  scene: UploadScene
}

type Panel = 'link' | 'picture'

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    // It would change a text that somebody only clicks into.
    trailingNode: false,
    // The extension's own list of protocols can only be added to.
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: isAddress,
      shouldAutoLink: isAddress,
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  // Pictures that were sent here: a pasted one would be fetched from elsewhere.
  ImageNode.extend({
    addInputRules: () => [],
    parseHTML: () => [{ tag: `img[src^="${pathOf(fileCalls.shown)}"]` }],
  }),
]

const htmlOf = (editor: Editor) =>
  isNodeEmpty(editor.state.doc, { ignoreWhitespace: true }) ? undefined : editor.getHTML()

/** A control called like a member of its form stands in that member's place, and the reader of what is pasted stumbles over it. */
const withoutControls = (html: string) =>
  html.replaceAll(
    /<\/?(?:form|fieldset|input|button|select|textarea|output|object|embed|img(?=[^>]*\bname=)|base)\b[^>]*>/gi,
    '',
  )

/** Text with headings, lists, links and pictures, as HTML. */
export function RichTextField({ label, id, value, onChange, onBlur, scene, ...aria }: Props) {
  const [panel, setPanel] = useState<Panel>()
  const editor = useRichText({ label, id, value, onChange, aria })
  function close() {
    setPanel(undefined)
    editor.commands.focus()
  }
  return (
    <div className="skz-rich" onBlur={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && onBlur?.(e)}>
      <Tools editor={editor} open={panel} onOpen={(next) => (next === panel ? close() : setPanel(next))} />
      {panel && (
        <PanelBox key={panel} panel={panel} onClose={close}>
          {panel === 'link' ? (
            <RichLink editor={editor} onClose={close} />
          ) : (
            <RichPicture editor={editor} scene={scene} label={label} onClose={close} />
          )}
        </PanelBox>
      )}
      <EditorContent editor={editor} className="skz-rich-text" />
    </div>
  )
}

interface Held {
  label: string
  id: string | undefined
  value: string | null | undefined
  onChange: ((html: string | undefined) => void) | undefined
  aria: Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'>
}

/** An editor that holds what its form holds. */
function useRichText({ label, id, value, onChange, aria }: Held) {
  const given = value || undefined
  const last = useRef(given)
  const [content] = useState(given ?? '')
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid, 'aria-required': required } = aria
  const editorProps = useMemo(() => {
    const all = {
      id,
      role: 'textbox',
      'aria-multiline': true,
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': invalid,
      'aria-required': required,
    }
    const set = Object.entries(all).filter(([, to]) => to !== undefined)
    return {
      attributes: Object.fromEntries(set.map(([name, to]) => [name, String(to)])),
      transformPastedHTML: withoutControls,
    }
  }, [id, label, describedBy, invalid, required])
  const editor = useEditor({
    extensions,
    content,
    editorProps,
    onUpdate({ editor: changed }) {
      const html = htmlOf(changed)
      if (html === last.current) return
      last.current = html
      onChange?.(html)
    },
  })
  // Before the next key is typed: an effect that comes later could put back what was sent a key ago.
  useLayoutEffect(() => {
    if (given === last.current) return
    last.current = given
    if (given === htmlOf(editor)) return
    // Not to be undone: what stood there before is not what somebody typed.
    editor
      .chain()
      .setMeta('addToHistory', false)
      .setContent(given ?? '', { emitUpdate: false })
      .run()
  }, [editor, given])
  return editor
}

interface PanelProps {
  panel: Panel
  onClose(): void
  children: ReactNode
}

/** Beneath the tools, inside of somebody else's form and perhaps drawer: its keys are its own. */
function PanelBox({ panel, onClose, children }: PanelProps) {
  const { t } = useTranslation()
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div className="skz-rich-panel" role="group" aria-label={t(`richText.${panel}`)} onKeyDown={press}>
      {children}
    </div>
  )
}

interface Tool {
  name: 'large' | 'small' | 'bold' | 'italic' | 'bullets' | 'numbers' | 'quote' | 'undo' | 'redo' | Panel
  /** In place of words. */
  icon?: ReactNode
  on?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
  /** One without opens its panel. */
  run?: (chain: ChainedCommands) => ChainedCommands
}

const tools: Tool[] = [
  {
    name: 'large',
    on: (editor) => editor.isActive('heading', { level: 2 }),
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    name: 'small',
    on: (editor) => editor.isActive('heading', { level: 3 }),
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    name: 'bold',
    icon: <BoldOutlined aria-hidden />,
    on: (editor) => editor.isActive('bold'),
    run: (chain) => chain.toggleBold(),
  },
  {
    name: 'italic',
    icon: <ItalicOutlined aria-hidden />,
    on: (editor) => editor.isActive('italic'),
    run: (chain) => chain.toggleItalic(),
  },
  {
    name: 'bullets',
    icon: <UnorderedListOutlined aria-hidden />,
    on: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    name: 'numbers',
    icon: <OrderedListOutlined aria-hidden />,
    on: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  { name: 'quote', on: (editor) => editor.isActive('blockquote'), run: (chain) => chain.toggleBlockquote() },
  {
    name: 'link',
    icon: <LinkOutlined aria-hidden />,
    on: (editor) => editor.isActive('link'),
    can: (editor) => editor.can().setMark('link'),
  },
  { name: 'picture', icon: <PictureOutlined aria-hidden /> },
  {
    name: 'undo',
    icon: <UndoOutlined aria-hidden />,
    can: (editor) => editor.can().undo(),
    run: (chain) => chain.undo(),
  },
  {
    name: 'redo',
    icon: <RedoOutlined aria-hidden />,
    can: (editor) => editor.can().redo(),
    run: (chain) => chain.redo(),
  },
]

interface ToolsProps {
  editor: Editor
  open: Panel | undefined
  onOpen(panel: Panel): void
}

/** By the ARIA pattern of a toolbar: one stop of the Tab key, arrow keys between its buttons. */
function Tools({ editor, open, onOpen }: ToolsProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const states = useEditorState({
    editor,
    selector: (now) => tools.map(({ on, can }) => ({ on: on?.(now.editor), barred: can && !can(now.editor) })),
  })
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const to = {
      ArrowRight: (at + 1) % tools.length,
      ArrowLeft: (at - 1 + tools.length) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.currentTarget.querySelectorAll('button')[to]?.focus()
  }
  function use({ name, run, can }: Tool) {
    if (can && !can(editor)) return
    if (run) run(editor.chain().focus()).run()
    else onOpen(name as Panel)
  }
  return (
    <div role="toolbar" aria-label={t('richText.tools')} className="skz-rich-tools" tabIndex={-1} onKeyDown={move}>
      {tools.map((tool, n) => {
        const words = t(`richText.${tool.name}`)
        return (
          <Button
            key={tool.name}
            size="small"
            type="text"
            tabIndex={n === at ? 0 : -1}
            aria-pressed={states[n]?.on}
            // One that is disabled would lose the focus, and with it the place in the row.
            aria-disabled={states[n]?.barred}
            aria-expanded={tool.run ? undefined : open === tool.name}
            {...(tool.icon ? { icon: tool.icon, title: words, 'aria-label': words } : { children: words })}
            // The text keeps focus and selection.
            onMouseDown={(e) => e.preventDefault()}
            onFocus={() => setAt(n)}
            onClick={() => use(tool)}
          />
        )
      })}
    </div>
  )
}

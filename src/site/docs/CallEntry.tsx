import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiCall, bodyOf, replyOf, typeOf } from './document.ts'
import { FieldTable } from './FieldTable.tsx'

/** One call: its line, and on request what it takes, who may ask and what it answers. */
export function CallEntry({ call }: { call: ApiCall }) {
  const [opened, setOpened] = useState(false)
  const { method, path, operation } = call
  return (
    <details className="call" onToggle={(e) => e.currentTarget.open && setOpened(true)}>
      <summary>
        <code className="method">{method}</code> <code className="skz-break">{path}</code>
        {operation.summary && <span className="call-summary">{operation.summary}</span>}
      </summary>
      {/* There are hundreds, and a phone would draw for a second what nobody opens. */}
      {opened && <CallDetails operation={operation} />}
    </details>
  )
}

function CallDetails({ operation }: Pick<ApiCall, 'operation'>) {
  const { t } = useTranslation(['site'])
  const reply = replyOf(operation)
  const body = bodyOf(operation)
  const parameters = (operation.parameters ?? []).map((p) => ({
    name: p.name,
    type: typeOf(p.schema),
    required: p.required,
    place: p.in,
  }))
  const right = operation['x-right']
  const isCallback = operation.tags[0] === 'callback'
  return (
    <>
      <p>
        {isCallback
          ? t('site:docs.callback')
          : right === 'public'
            ? t('site:docs.public')
            : right === 'signed-in'
              ? t('site:docs.signedIn')
              : t('site:docs.needs', { right })}
      </p>
      {parameters.length > 0 && (
        <FieldTable
          title={t('site:docs.parameters')}
          fields={parameters.map((p) => ({ ...p, note: t(`site:docs.in.${p.place}`) }))}
        />
      )}
      {body.length > 0 && <FieldTable title={t('site:docs.body')} fields={body} />}
      {reply.fields.length > 0 && <FieldTable title={t('site:docs.reply')} fields={reply.fields} given />}
      {reply.fields.length === 0 && !isCallback && (
        <p>
          {reply.kind === 'envelope' ? t('site:docs.replyPlain', { type: reply.type }) : t(`site:docs.${reply.kind}`)}
        </p>
      )}
    </>
  )
}

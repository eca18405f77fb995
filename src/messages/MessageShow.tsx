import { DeleteOutlined } from '@ant-design/icons'
import { type BaseRecord, useOne } from '@refinedev/core'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type Message, messageCalls } from '../../contract/messages/messages.ts'
import type { ApiError } from '../../dataProvider/errors.ts'
import { Card } from '../kit/page/Card.tsx'
import { formatInstant } from '../kit/plain/format.ts'
import { useActions } from '../kit/list/useActions.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useWrite } from '../kit/resource/useCall.ts'
import { actionWords, choiceWords, resourceWords } from '../kit/resource/words.ts'
import resource from './messages.resource.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'

/** One message, whole; with that it is read. */
export function MessageShow() {
  const { id = '' } = useParams()
  const { t } = useTranslation(['messages'])
  const { query, result } = useOne<Message & BaseRecord, ApiError>({
    resource: resource.name,
    id,
    errorNotification: false,
  })
  const title = resourceWords(t, resource, 'one')
  if (query.isError && !result)
    return (
      <Page title={title}>
        <Failed error={query.error} retry={() => void query.refetch()} />
      </Page>
    )
  if (!result)
    return (
      <Page title={title}>
        <Loading rows={4} />
      </Page>
    )
  return <Shown key={result.id} message={result} />
}

function Shown({ message: m }: { message: Message }) {
  const { t } = useTranslation(['common', 'messages'])
  const navigate = useNavigate()
  const { take, label } = useActions(resource)
  const { mutate } = useWrite(messageCalls.read, { refresh: [resource.name], quiet: true })
  const remove = resource.actions.find((a) => a.name === 'remove')!
  useEffect(() => {
    if (!m.isRead) mutate({ body: { ids: [m.id] } })
  }, [m.id, m.isRead, mutate])
  const drop = async () => {
    if ((await take(remove, [m])) !== false) void navigate(resource.routes.list)
  }
  return (
    <Page
      title={m.title}
      lead={
        <>
          {choiceWords(t, 'messages', 'type', m.type)} · <time dateTime={m.date}>{formatInstant(m.date)}</time>
        </>
      }
      actions={
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => void drop()}>
          {label(remove)}
        </Button>
      }
    >
      <Card>
        <p className="skz-long skz-reading">{m.content}</p>
        {m.link && (
          <LinkButton to={m.link} type="primary">
            {actionWords(t, resource, 'open', 'label')}
          </LinkButton>
        )}
      </Card>
    </Page>
  )
}

import { Switch } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type MessageChoice,
  messageChoiceCalls,
  type MessageWay,
  messageWays,
} from '../../contract/messages/choices.ts'
import { messageTypes, typeOfKind } from '../../contract/messages/messages.ts'
import type { ReplyOf } from '../../contract/kit/call.ts'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { SmallTable } from '../kit/page/SmallTable.tsx'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { choiceWords } from '../kit/resource/words.ts'

type Settings = ReplyOf<typeof messageChoiceCalls.get>
type Kept = Settings['list'][number]

/** Which ways each kind of message takes; every switch is saved by itself. */
export function MessageSettings() {
  const { t } = useTranslation(['messages'])
  const { data, error, refetch } = useRead(messageChoiceCalls.get, {})
  return (
    <Page title={t('messages:settings.title')} lead={t('messages:settings.lead')}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={10} />
      ) : (
        <Choices settings={data} />
      )}
    </Page>
  )
}

function Choices({ settings }: { settings: Settings }) {
  const { t } = useTranslation(['messages'])
  return (
    <>
      <ul className="skz-plain skz-muted">
        {notesOf(settings).map(([key, params]) => (
          <li key={key}>{t(`messages:settings.${key}`, params)}</li>
        ))}
      </ul>
      {messageTypes.map((type) => {
        const rows = settings.list.filter((c) => typeOfKind[c.kind] === type)
        return (
          rows.length > 0 && (
            <Card key={type} title={choiceWords(t, 'messages', 'type', type)}>
              <Kinds
                rows={rows}
                possible={{ page: true, ...settings.possible }}
                caption={choiceWords(t, 'messages', 'type', type)}
              />
            </Card>
          )
        )
      })}
    </>
  )
}

/** Where mail and SMS go, or why they do not. */
function notesOf({ possible, mailMasked, phoneMasked }: Settings) {
  const mail = !possible.mail
    ? (['mailImpossible', {}] as const)
    : mailMasked
      ? (['mailTo', { mail: mailMasked }] as const)
      : (['noMail', {}] as const)
  return [
    mail,
    possible.sms ? (['smsTo', { phone: phoneMasked }] as const) : (['smsImpossible', {}] as const),
    ['alwaysNote', {}] as const,
  ] as const
}

function Kinds({ rows, possible, caption }: { rows: Kept[]; possible: Record<MessageWay, boolean>; caption: string }) {
  const { t } = useTranslation(['messages'])
  const ways = messageWays.map((way) => ({
    key: way,
    title: t(`messages:settings.${way}`),
    width: 66,
    render: (row: Kept) => <Way row={row} way={way} possible={possible[way]} />,
  }))
  return (
    <SmallTable
      caption={caption}
      rows={rows}
      keyOf={(row) => row.kind}
      columns={[
        {
          key: 'kind',
          title: t('messages:settings.kind'),
          render: (row) => choiceWords(t, 'messages', 'subtype', row.kind),
        },
        ...ways,
      ]}
    />
  )
}

function Way({ row: { always, ...choice }, way, possible }: { row: Kept; way: MessageWay; possible: boolean }) {
  const { t } = useTranslation(['messages'])
  const notices = useNotices()
  const queries = useQueryClient()
  const key = ['call', messageChoiceCalls.get.path]
  const save = useWrite(messageChoiceCalls.save, {
    onDone: () => (notices.done(t('messages:settings.saved')), void queries.invalidateQueries({ queryKey: key })),
  })
  const label = t('messages:settings.switch', {
    kind: choiceWords(t, 'messages', 'subtype', choice.kind),
    way: t(`messages:settings.${way}`),
  })
  if (always.includes(way))
    return (
      <small className="skz-muted">
        <span className="skz-hidden">{label} </span>
        {t('messages:settings.always')}
      </small>
    )
  const set = (on: boolean) => save.mutate({ body: { choices: [{ ...choice, [way]: on } satisfies MessageChoice] } })
  return (
    <Switch
      size="small"
      checked={choice[way] && possible}
      disabled={!possible}
      loading={save.isPending}
      aria-label={label}
      onChange={set}
    />
  )
}

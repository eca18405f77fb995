import { CheckOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { messageCalls } from '../../contract/messages/messages.ts'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { MessageTabs } from './parts/MessageTabs.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'

/** What concerns all messages at once, and the ways there are to be told. */
export function MessageTools() {
  const { t } = useTranslation(['messages'])
  const notices = useNotices()
  // The bell asks the same, anew whenever something was told.
  const { data, refetch } = useRead(messageCalls.count, {})
  const readAll = useWrite(messageCalls.read, {
    refresh: ['messages'],
    onDone: () => (notices.done(t('messages:readAllDone')), void refetch()),
  })
  return (
    <>
      <MessageTabs />
      <div className="skz-row">
        <Button
          icon={<CheckOutlined aria-hidden />}
          disabled={!data?.total}
          loading={readAll.isPending}
          onClick={() => readAll.mutate({ body: { all: true } })}
        >
          {t('messages:readAll')}
        </Button>
        <LinkButton to="/accountSetting/messageNotification/settings" icon={<SettingOutlined aria-hidden />}>
          {t('messages:toSettings')}
        </LinkButton>
      </div>
    </>
  )
}

import { UploadOutlined } from '@ant-design/icons'
import { App, Button, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { type OfficeSeal, officeSealCalls } from '../../../contract/notarization/office-seal.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { formatInstant, today } from '../../kit/plain/format.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { toSealPng } from './seal-picture.ts'

/** The seal that stands on papers of the office. */
export function OfficeSealPage() {
  const { t } = useTranslation(['notarization'])
  const { data, error, refetch } = useRead(officeSealCalls.get, {}, { staleTime: 0 })
  const { can } = useConsole()
  return (
    <Page
      title={t('seal.title')}
      lead={t('seal.lead')}
      actions={data && can('office.manage') && <Change seal={data.seal} onChanged={() => void refetch()} />}
    >
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <Shown {...data} />
      ) : (
        <Loading rows={6} />
      )}
    </Page>
  )
}

function Shown({ seal, officeName }: { seal: OfficeSeal | null; officeName: string }) {
  const { t } = useTranslation(['notarization'])
  const link = useByteLink()
  if (!seal)
    return (
      <>
        <p>{t('seal.none')}</p>
        <p className="skz-muted">{t('seal.hint')}</p>
      </>
    )
  return (
    <section className="skz-section">
      <h2>{t('seal.preview')}</h2>
      <figure className="skz-sealed">
        <div className="skz-sealed-paper">
          <strong className="skz-break">{officeName}</strong>
          <span>{today()}</span>
          <img src={link(pathOf(officeSealCalls.picture, { id: seal.id }))} alt={t('seal.picture')} />
        </div>
        <figcaption className="skz-muted">
          {t('seal.setBy', { name: seal.personName, at: formatInstant(seal.at) })}
        </figcaption>
      </figure>
    </section>
  )
}

function Change({ seal, onChanged }: { seal: OfficeSeal | null; onChanged(): void }) {
  const { t } = useTranslation(['common', 'notarization'])
  const { client } = useConsole()
  const { modal } = App.useApp()
  const notices = useNotices()
  const [isSending, setSending] = useState(false)
  const withdraw = useWrite(officeSealCalls.withdraw, {
    onDone: () => (notices.done(t('notarization:seal.withdrawn')), onChanged()),
  })
  const askToWithdraw = () =>
    void modal.confirm({
      title: t('notarization:seal.withdraw'),
      content: t('notarization:seal.withdrawAsk'),
      okText: t('notarization:seal.withdraw'),
      cancelText: t('cancel'),
      okButtonProps: { danger: true },
      onOk: () => withdraw.mutateAsync({}).catch(() => {}),
    })

  async function send(picture: File) {
    setSending(true)
    try {
      const file = await toSealPng(picture)
      if (!file) return notices.warn(t('notarization:seal.unreadable'))
      await client.call(officeSealCalls.set, { file })
      notices.done(t('notarization:seal.saved'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notices.warn(error.fields[0]?.message ?? error.message)
    } finally {
      setSending(false)
      onChanged()
    }
  }
  return (
    <>
      {seal && (
        <Button danger loading={withdraw.isPending} onClick={askToWithdraw}>
          {t('notarization:seal.withdraw')}
        </Button>
      )}
      <Upload
        accept="image/*"
        showUploadList={false}
        beforeUpload={(picture) => {
          void send(picture)
          return false
        }}
      >
        <Button type="primary" icon={<UploadOutlined aria-hidden />} loading={isSending}>
          {t(`notarization:seal.${seal ? 'replace' : 'upload'}`)}
        </Button>
      </Upload>
    </>
  )
}

import { Alert, Button, Checkbox, Drawer, Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { type Share, shareCalls } from '../../../contract/certificates/share.ts'
import { QuoteLine } from '../../payments/parts/QuoteLine.tsx'
import { useDownloadPrice } from '../parts/useDownloadPrice.ts'
import { ExtractionCode } from './ExtractionCode.tsx'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { StatusTag } from '../../kit/page/StatusTag.tsx'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'

const terms = [1, 7, 30, 90, 365] as const

interface Terms {
  days: number
  withPackage: boolean
}

/** Links for strangers: made here, shown once, ended at any time. */
export function ShareDrawer({ ano, onClose }: { ano: string; onClose(): void }) {
  const { t } = useTranslation(['common', 'evidence'])
  const queries = useQueryClient()
  const notices = useNotices()
  const [made, setMade] = useState<{ url: string; phoneUrl: string } | null>(null)
  const shares = useRead(shareCalls.list, { params: { ano } }, { staleTime: 0 })
  const refresh = () => void queries.invalidateQueries({ queryKey: ['call', shareCalls.list.path] })
  const create = useWrite(shareCalls.create, { onDone: (reply) => (setMade(reply), refresh()) })
  const { quote, isPaying, pay } = useDownloadPrice([ano])
  const [form] = Form.useForm<Terms>()
  // A link to the certificate alone costs nothing.
  const due = Form.useWatch('withPackage', form) ? quote : undefined
  async function share(chosen: Terms) {
    try {
      if (chosen.withPackage) await pay()
      create.mutate({ body: { ano, ...chosen } })
    } catch (error) {
      notices.refusal(error)
    }
  }
  const revoke = useWrite(shareCalls.revoke, { onDone: () => (notices.done(t('evidence:share.revoked')), refresh()) })
  return (
    <Drawer open title={t('evidence:share.title')} size={480} onClose={onClose}>
      <p className="skz-lead">{t('evidence:share.lead')}</p>
      <Form
        layout="vertical"
        form={form}
        initialValues={{ days: 30, withPackage: false }}
        onFinish={(v: Terms) => void share(v)}
      >
        <Form.Item name="days" label={t('evidence:share.term')}>
          <Select options={terms.map((n) => ({ value: n, label: t('evidence:share.days', { count: n }) }))} />
        </Form.Item>
        <Form.Item name="withPackage" valuePropName="checked">
          <Checkbox>{t('evidence:share.withPackage')}</Checkbox>
        </Form.Item>
        {due && <QuoteLine quote={due} />}
        <Button
          type="primary"
          htmlType="submit"
          disabled={due?.covered === false}
          loading={create.isPending || isPaying}
        >
          {t(due ? 'evidence:pay.link' : 'evidence:share.create')}
        </Button>
      </Form>
      {made && (
        <Alert
          className="skz-made"
          type="success"
          showIcon
          title={t('evidence:share.made')}
          description={<MadeLinks links={made} />}
        />
      )}
      <h3>{t('evidence:share.existing')}</h3>
      {shares.isPending ? (
        <Loading rows={3} />
      ) : shares.error ? (
        <Failed error={shares.error} retry={() => void shares.refetch()} />
      ) : shares.data.list.length === 0 ? (
        <Nothing text={t('evidence:share.none')} />
      ) : (
        <ul className="skz-cards">
          {shares.data.list.map((s) => (
            <ShareRow key={s.id} share={s} onRevoke={() => revoke.mutate({ params: { id: s.id } })} />
          ))}
        </ul>
      )}
      <ExtractionCode ano={ano} />
    </Drawer>
  )
}

function MadeLinks({ links }: { links: { url: string; phoneUrl: string } }) {
  const { t } = useTranslation(['evidence'])
  return (
    <>
      <CopyText text={links.url} label={t('share.link')} />
      <p>{t('share.onPhone')}</p>
      <CopyText text={links.phoneUrl} label={t('share.phoneLink')} />
    </>
  )
}

function ShareRow({ share, onRevoke }: { share: Share; onRevoke(): void }) {
  const { t } = useTranslation(['evidence'])
  const [now] = useState(() => Date.now())
  const state = share.revokedAt ? 'revoked' : Date.parse(share.expiresAt) < now ? 'expired' : 'open'
  return (
    <li className="skz-card">
      <div className="skz-card-head">
        <StatusTag tone={state === 'open' ? 'good' : 'neutral'}>{t(`share.state.${state}`)}</StatusTag>
        {state === 'open' && (
          <Button size="small" danger onClick={onRevoke}>
            {t('share.revoke')}
          </Button>
        )}
      </div>
      <small>
        {t('share.until', { at: formatInstant(share.expiresAt) })} · {t('share.views', { count: share.views })}
        {share.withPackage && ` · ${t('share.hasPackage')}`}
      </small>
    </li>
  )
}

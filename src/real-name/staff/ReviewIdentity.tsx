import { Alert, Form, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { type RefusalReason, refusalReasons } from '../../../contract/real-name/certify.ts'
import { identityReviewCalls, type Revealed, type ReviewedIdentity } from '../../../contract/real-name/review.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  row: ReviewedIdentity
  onClose(): void
}

/** Papers in clear, once staff have said why they look; then the verdict, where one is open. */
export function ReviewIdentity({ row, onClose }: Props) {
  const [seen, setSeen] = useState<Revealed>()
  return seen ? (
    <Papers row={row} seen={seen} onClose={onClose} />
  ) : (
    <Why row={row} onSeen={setSeen} onClose={onClose} />
  )
}

function Why({ row, onSeen, onClose }: Props & { onSeen(seen: Revealed): void }) {
  const { t } = useTranslation(['common', 'real-name', 'operator'])
  const [form] = Form.useForm<{ reason: string }>()
  const refuse = useRefusal(form)
  const reveal = useWrite(identityReviewCalls.reveal, { quiet: true, onDone: onSeen })
  return (
    <FormDialog
      form={form}
      title={t('real-name:review.why')}
      ok={t('real-name:review.show')}
      isSending={reveal.isPending}
      onClose={onClose}
    >
      <p>{t('real-name:review.whyNote')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ reason: row.status === 'REVIEWING' ? t('real-name:review.usual') : '' }}
        onFinish={(body) => reveal.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item
          name="reason"
          label={t('operator:reason.label')}
          extra={t('operator:reason.help')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea autoFocus maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}

interface Verdict {
  verdict: 'PASS' | 'REJECT'
  reason?: RefusalReason
  note?: string
}

function Papers({ row, seen, onClose }: Props & { seen: Revealed }) {
  const { t } = useTranslation(['common', 'real-name'])
  const [form] = Form.useForm<Verdict>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const verdict = Form.useWatch('verdict', form)
  const judge = useWrite(identityReviewCalls.judge, {
    refresh: ['identities'],
    quiet: true,
    onDone: () => (notices.done(t('real-name:review.done')), onClose()),
  })
  const open = row.status === 'REVIEWING' && !row.own
  return (
    <Modal
      open
      width={760}
      title={t('real-name:review.title', { name: row.nameMasked })}
      okText={t(open ? 'real-name:review.send' : 'close')}
      confirmLoading={judge.isPending}
      cancelButtonProps={{ hidden: !open }}
      cancelText={t('cancel')}
      onCancel={onClose}
      onOk={() => (open ? form.submit() : onClose())}
    >
      {row.same > 0 && (
        <Alert type="warning" showIcon className="skz-alert" title={t('real-name:review.same', { count: row.same })} />
      )}
      <Facts kind={row.kind} seen={seen} />
      <Photos identity={row.id} photos={seen.photos} />
      {open && (
        <Form<Verdict>
          form={form}
          layout="vertical"
          className="skz-gap"
          onFinish={({ note = '', ...body }) =>
            judge.mutate({ params: { id: row.id }, body: { ...body, note } }, { onError: (error) => refuse(error) })
          }
        >
          <Form.Item
            name="verdict"
            label={t('real-name:review.verdict')}
            rules={[{ required: true, message: t('required') }]}
          >
            <Radio.Group
              options={(['PASS', 'REJECT'] as const).map((value) => ({ value, label: t(`real-name:review.${value}`) }))}
            />
          </Form.Item>
          {verdict === 'REJECT' && (
            <>
              <Form.Item
                name="reason"
                label={t('real-name:field.reason')}
                rules={[{ required: true, message: t('required') }]}
              >
                <Select
                  options={refusalReasons.map((value) => ({ value, label: t(`real-name:choice.reason.${value}`) }))}
                />
              </Form.Item>
              <Form.Item name="note" label={t('real-name:field.note')} extra={t('real-name:review.noteHelp')}>
                <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
              </Form.Item>
            </>
          )}
        </Form>
      )}
    </Modal>
  )
}

function Facts({ kind, seen }: { kind: ReviewedIdentity['kind']; seen: Revealed }) {
  const { t } = useTranslation(['real-name'])
  const facts = [
    [t(`real-name:field.${kind === 'ENTERPRISE' ? 'company' : 'name'}`), seen.name],
    [t(`real-name:field.${kind === 'ENTERPRISE' ? 'uscc' : 'idcard'}`), seen.number],
    ...(seen.birthday ? [[t('real-name:field.birthday'), seen.birthday]] : []),
    ...(seen.gender ? [[t('real-name:field.gender'), t(`real-name:gender.${seen.gender}`)]] : []),
    ...(seen.validUntil
      ? [[t('real-name:field.validUntil'), seen.validUntil === 'long' ? t('real-name:field.long') : seen.validUntil]]
      : []),
    ...(seen.legalPerson ? [[t('real-name:field.legalPerson'), seen.legalPerson]] : []),
  ]
  return (
    <dl className="skz-settings">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Photos({ identity, photos }: { identity: string; photos: Revealed['photos'] }) {
  const { t } = useTranslation(['real-name'])
  return (
    <>
      <ul className="skz-plain skz-papers">
        {photos.map((p) => {
          const url = pathOf(identityReviewCalls.photo, { id: identity, picture: p.id })
          return (
            <li key={p.id}>
              <a href={url} target="_blank" rel="noreferrer noopener">
                <img src={url} alt={t(`real-name:photo.${p.kind}`)} />
              </a>
            </li>
          )
        })}
      </ul>
      {!photos.length && <p className="skz-muted">{t('real-name:review.noPhotos')}</p>}
    </>
  )
}

import { DeleteOutlined, DownloadOutlined, FileAddOutlined } from '@ant-design/icons'
import { Button, Tag, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathOf } from '../../../contract/kit/call.ts'
import { factsOfKind, isSettled, type OrderPart } from '../../../contract/notarization/order-kinds.ts'
import { mostOrderFile } from '../../../contract/notarization/orders.ts'
import { type OrderFile } from '../../../contract/notarization/order-records.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { formatInstant, formatSize } from '../../kit/plain/format.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useInvalidateResource } from '../../kit/resource/useInvalidateResource.ts'
import { paths } from '../paths.ts'
import type { OrderShown } from './OrderTab.tsx'
import { type OrderSide, sideOf } from './sides.ts'

interface Props {
  order: OrderShown
  side: OrderSide
  /** After one was added or deleted. */
  onChanged?: () => void
}

/** Files of an order by their part, and places for more where this side may add some now. */
export function OrderFiles({ order, side, onChanged = () => {} }: Props) {
  const { t } = useTranslation(['notarization'])
  const parts = Object.keys(factsOfKind(order.orderKind).parts) as OrderPart[]
  const shown = parts.filter((part) => order.parts.includes(part) || order.files.some((f) => f.part === part))
  const isOpen = order.submittedAt && !isSettled(order.orderKind, order.orderState)
  if (!shown.length) return order.papers.length ? null : <p className="skz-muted">{t('files.none')}</p>
  return (
    <>
      {side === 'applicant' && isOpen && (
        <p>
          <Link to={`${paths.originals}?order=${order.id}`}>{t('originals.open')}</Link>
        </p>
      )}
      {shown.map((part) => (
        <section key={part} className="skz-section">
          <h2>{t(`choice.part.${part}`)}</h2>
          <PartFiles
            files={order.files.filter((f) => f.part === part)}
            {...{ order, side, onChanged }}
            label={t(`choice.part.${part}`)}
          />
          {order.parts.includes(part) && <AddFile {...{ order, side, part, onChanged }} />}
        </section>
      ))}
    </>
  )
}

function PartFiles({ files, order, side, onChanged, label }: Required<Props> & { files: OrderFile[]; label: string }) {
  const { t } = useTranslation(['notarization'])
  const { removeFile, file, resources } = sideOf[side]
  const link = useByteLink()
  const notices = useNotices()
  const remove = useWrite(removeFile, {
    refresh: [...resources],
    onDone: () => (notices.done(t('files.removed')), onChanged()),
  })
  if (!files.length) return null
  return (
    <SmallTable<OrderFile>
      caption={label}
      rows={files}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: label,
          render: (f) => (
            <>
              <span className="skz-break">{f.fileName}</span> {!f.isKept && <Tag>{t('files.loose')}</Tag>}
              {f.isKept && !f.isShown && <Tag>{t('files.unissued')}</Tag>}
              <div className="skz-muted">
                {formatSize(f.fileSize)} · {f.personName} · {formatInstant(f.at)}
              </div>
            </>
          ),
        },
        {
          key: 'do',
          title: <span className="skz-hidden">{t('files.download')}</span>,
          width: 190,
          render: (f) => (
            <span className="skz-actions">
              <Button
                icon={<DownloadOutlined aria-hidden />}
                href={link(pathOf(file, { id: order.id, fileId: f.id }))}
                download
              >
                {t('files.download')}
              </Button>
              {!f.isKept && f.side === side && (
                <Button
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('files.remove', { name: f.fileName })}
                  loading={remove.isPending}
                  onClick={() => remove.mutate({ params: { id: order.id, fileId: f.id } })}
                />
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

function AddFile({ order, side, part, onChanged }: Required<Props> & { part: OrderPart }) {
  const { t } = useTranslation(['common', 'notarization'])
  const { client } = useConsole()
  const { addFile, resources } = sideOf[side]
  const invalidate = useInvalidateResource()
  const notices = useNotices()
  const [isSending, setSending] = useState(false)
  const { isPdf } = factsOfKind(order.orderKind).parts[part]!

  async function send(file: File) {
    if (file.size > mostOrderFile) return notices.warn(t('notarization:files.hint'))
    setSending(true)
    try {
      await client.call(addFile, { params: { id: order.id }, body: { part }, file })
      notices.done(t('notarization:files.added'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notices.warn(error.fields[0]?.message ?? error.message)
    } finally {
      setSending(false)
      await Promise.all(resources.map(invalidate))
      onChanged()
    }
  }
  return (
    <p>
      <Upload
        accept={isPdf ? '.pdf' : '.pdf,.png,.jpg,.jpeg,.webp'}
        showUploadList={false}
        beforeUpload={(file) => {
          void send(file)
          return false
        }}
      >
        <Button icon={<FileAddOutlined aria-hidden />} loading={isSending}>
          {t('notarization:files.add')}
        </Button>
      </Upload>{' '}
      <span className="skz-muted">{t(`notarization:files.${isPdf ? 'pdfHint' : 'hint'}`)}</span>
    </p>
  )
}

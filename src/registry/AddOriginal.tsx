import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { Card } from '../kit/page/Card.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { allFilesReady, depositLists, fileFieldsOf } from './deposit-body.ts'
import { UploadBox } from './uploads/UploadBox.tsx'
import { useUploadQueue } from './uploads/useUploadQueue.ts'

interface Deposited {
  name: string
  sha256: string
}

/** The file whose hash was handed over before: what is said of it, and what is chosen, must be one and the same. */
export function AddOriginal({ ano }: { ano: string }) {
  const { t } = useTranslation(['common', 'registry', 'evidence'])
  const found = useRead(evidenceCalls.detail, { body: { ano } })
  const { queue, items } = useUploadQueue()
  const navigate = useNavigate()
  const notices = useNotices()
  const add = useWrite(depositCalls.original, {
    refresh: depositLists,
    quiet: true,
    onDone: () => {
      notices.done(t('registry:original.done'))
      void navigate(`/attestation/${ano}`)
    },
  })
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading rows={4} />
  const deposited = found.data.request['deposited'] as Deposited | undefined
  const [item] = items
  const differs = item?.digests !== undefined && deposited !== undefined && item.digests.sha256 !== deposited.sha256
  return (
    <div className="skz-form">
      <Card title={t('registry:original.which')}>
        <dl className="skz-original">
          <div>
            <dt>{t('evidence:field.fileName')}</dt>
            <dd>{deposited?.name}</dd>
          </div>
          <div>
            <dt>{t('evidence:field.sha256')}</dt>
            <dd>
              <code>{deposited?.sha256}</code>
            </dd>
          </div>
        </dl>
      </Card>
      <Card title={t('registry:send.title')}>
        <UploadBox queue={queue} items={items} single />
      </Card>
      {differs && <Alert type="error" showIcon title={t('registry:original.differs')} />}
      {add.error && (
        <Alert type="error" showIcon title={add.error.fields.map((f) => f.message).join(' ') || add.error.message} />
      )}
      <div className="skz-form-foot">
        <Button
          type="primary"
          size="large"
          disabled={!allFilesReady(items) || differs}
          loading={add.isPending}
          onClick={() => add.mutate({ body: { ano, fileId: item!.fileId!, claims: fileFieldsOf(items).claims } })}
        >
          {t('registry:original.submit')}
        </Button>
        <Button size="large" onClick={() => void navigate(-1)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

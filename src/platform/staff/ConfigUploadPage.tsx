import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf, type ReplyOf } from '../../../contract/kit/call.ts'
import { configFileCalls, mostConfigBytes } from '../../../contract/platform/config-file.ts'
import type { ApiError } from '../../../dataProvider/errors.ts'
import { Card } from '../../kit/page/Card.tsx'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { sayKey } from '../../kit/resource/words.ts'
import { ComparedSettings } from './ComparedSettings.tsx'
import { picturesInFile, type PicturesInFile } from './pictures-in-file.ts'

interface Compared {
  file: File
  pictures: PicturesInFile
  reply: ReplyOf<typeof configFileCalls.check>
}

/** The platform's settings as a file: out, and in again once somebody saw what it changes. */
export function ConfigUploadPage() {
  const { t } = useTranslation(['operator'])
  const link = useByteLink()
  return (
    <Page
      title={t('configFile.title')}
      lead={t('configFile.lead')}
      trail={[{ title: t('platform.title'), to: '/operator/platform' }]}
    >
      <Card title={t('configFile.download')}>
        <p>{t('configFile.downloadLead')}</p>
        <Button href={link(pathOf(configFileCalls.download))}>{t('configFile.download')}</Button>
      </Card>
      <Card title={t('configFile.upload')}>
        <UploadConfig />
      </Card>
    </Page>
  )
}

function UploadConfig() {
  const { t } = useTranslation(['common', 'operator'])
  const notices = useNotices()
  const [compared, setCompared] = useState<Compared>()
  const [tooBig, setTooBig] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const check = useWrite(configFileCalls.check, { quiet: true })
  const save = useWrite(configFileCalls.save, {
    refresh: ['operatorPlatform', 'operatorAudit'],
    quiet: true,
    onDone: () => {
      notices.done(t('form.saved'))
      setCompared(undefined)
      setSaved(true)
    },
  })
  async function choose(file: File | undefined) {
    for (const asked of [check, save]) asked.reset()
    setCompared(undefined)
    setSaved(false)
    setTooBig(file !== undefined && file.size > mostConfigBytes)
    if (!file || file.size > mostConfigBytes) return
    const pictures = picturesInFile(await file.text())
    check.mutate({ body: {}, file }, { onSuccess: (reply) => setCompared({ file, pictures, reply }) })
  }
  const error = check.error ?? save.error
  return (
    <>
      <p>{t('operator:configFile.uploadLead')}</p>
      <p>
        <ChooseFile isBusy={check.isPending} onChoose={(file) => void choose(file)} />
      </p>
      {tooBig && <Alert type="error" showIcon role="alert" title={t('operator:configFile.tooBig')} />}
      {error && <Refused error={error} />}
      {isSaved && (
        <p role="status">
          {t(save.data?.waits ? 'operator:configFile.savedWaits' : 'operator:configFile.saved')}{' '}
          <LinkButton to="/operator/platform">{t('operator:configFile.toPlatform')}</LinkButton>
        </p>
      )}
      {compared && (
        <ComparedSettings
          changes={compared.reply.changes}
          pictures={compared.pictures}
          isSaving={save.isPending}
          onSave={() => save.mutate({ body: { version: compared.reply.version }, file: compared.file })}
          onLeave={() => setCompared(undefined)}
        />
      )}
    </>
  )
}

function ChooseFile({ isBusy, onChoose }: { isBusy: boolean; onChoose(file: File | undefined): void }) {
  const { t } = useTranslation(['operator'])
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button loading={isBusy} onClick={() => input.current?.click()}>
        {t('configFile.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('configFile.choose')}
        accept="application/json,.json"
        onChange={(e) => {
          onChoose(e.target.files?.[0])
          // The same file may be chosen again.
          e.target.value = ''
        }}
      />
    </>
  )
}

/** Parts of a file that are no setting have names of their own. */
const partsOfFile = ['file', 'format', 'settings']

/** Why a file cannot be taken, setting by setting. */
function Refused({ error }: { error: ApiError }) {
  const { t } = useTranslation(['operator', 'errors'])
  const nameOf = (path: string) =>
    sayKey(t, partsOfFile.includes(path) ? `operator:configFile.part.${path}` : `operator:field.${path.split('.')[0]}`)
  const { fields, message } = error
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={fields.length ? t('configFile.refused') : message}
      description={
        fields.length > 0 && (
          <ul>
            {fields.map((field) => (
              <li key={`${field.path} ${field.message}`}>
                {t('configFile.problem', { name: nameOf(field.path), problem: field.message })}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}

import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '../kit/page/Page.tsx'
import { VerifyFirst } from '../real-name/parts/VerifyFirst.tsx'
import { AddFiles } from './AddFiles.tsx'
import { AddHash } from './AddHash.tsx'
import { AddOriginal } from './AddOriginal.tsx'

const kinds = ['file', 'hash'] as const

/** Hands over a file, or its hash alone, or the original of a hash that was handed over before. */
export function AddDeposit() {
  const { t } = useTranslation(['registry', 'evidence'])
  const [params, setParams] = useSearchParams()
  const original = params.get('original')
  const kind = params.get('kind') === 'hash' ? 'hash' : 'file'
  if (original)
    return (
      <Page title={t('registry:original.title')} lead={t('registry:original.lead')}>
        <AddOriginal ano={original} />
      </Page>
    )
  return (
    <Page title={t(`registry:add.title.${kind}`)} lead={t(`registry:add.lead.${kind}`)}>
      <VerifyFirst />
      <Radio.Group
        className="skz-kinds"
        optionType="button"
        buttonStyle="solid"
        value={kind}
        aria-label={t('registry:add.kind')}
        options={kinds.map((k) => ({ value: k, label: t(`registry:add.kinds.${k}`) }))}
        onChange={(e) => setParams(e.target.value === 'hash' ? { kind: 'hash' } : {}, { replace: true })}
      />
      {kind === 'hash' ? <AddHash /> : <AddFiles />}
    </Page>
  )
}

import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortenHash } from '../plain/format.ts'

interface Props {
  text: string
  /** Shows head and tail only; what is copied stays whole. */
  shorten?: boolean
  label: string
}

/** A number or hash with a button that copies the whole of it. */
export function CopyText({ text, shorten = false, label }: Props) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <span className="skz-copy">
      <code title={text}>{shorten ? shortenHash(text) : text}</code>
      <Button
        type="text"
        size="small"
        icon={copied ? <CheckOutlined /> : <CopyOutlined />}
        aria-label={t('copyNamed', { name: label })}
        title={copied ? t('copied') : t('copy')}
        onClick={() => void copy()}
      />
    </span>
  )
}

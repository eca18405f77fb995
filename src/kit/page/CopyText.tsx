import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HashRoom, shortenHash } from '../plain/format.ts'

interface Props {
  text: string
  /** Shows head and tail only, as many characters as there is room for; what is copied stays whole. */
  shorten?: HashRoom
  label: string
}

/** A number or hash with a button that copies the whole of it. */
export function CopyText({ text, shorten, label }: Props) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <span className="skz-copy">
      <code title={text}>{shorten ? shortenHash(text, shorten) : text}</code>
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

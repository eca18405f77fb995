import { Button, Form, Input, Space } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type CaptchaKind, sessionCalls, type CodeSent } from '../../contract/accounts/session.ts'
import { digitsOf, takenOf, typedAs } from '../../contract/kit/typed/clean.ts'
import { Taken } from '../kit/form/CleanInput.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { useQuestion } from '../kit/plain/useQuestion.ts'
import { whenReleased } from '../kit/plain/when-released.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'

export interface CodeValues {
  captcha: string
  code: string
  codeId: string
}

interface Props {
  /** Fields that must be right before a code is sent. */
  before?: readonly string[]
  /** Where the code comes by mail. */
  label?: string
  /** Asks the service for the code; what it refuses is told at the fields. */
  send(captcha: { captchaId: string; captcha: string }): Promise<z.output<typeof CodeSent>>
}

/** The question that keeps machines out, the button that sends a code, and the code: part of any form. */
export function SmsCodeFields({ before = [], label, send }: Props) {
  const { t } = useTranslation(['accounts'])
  const name = label ?? t('accounts:code.label')
  const form = Form.useFormInstance<CodeValues>()
  const { client } = useConsole()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const ask = useCallback(
    (wanted: CaptchaKind) => client.call(sessionCalls.captcha, { query: { kind: wanted } }),
    [client],
  )
  const state = useQuestion(ask, (answer) => form.setFieldValue('captcha', answer))
  const [wait, setWait] = useWait()
  const [sending, setSending] = useState(false)
  const [taken, setTaken] = useState<string>()

  function settle(typed: string) {
    whenReleased(() => setTaken(takenOf(typed, digitsOf)))
    form.setFieldValue('code', digitsOf(typed))
  }

  async function press() {
    await form.validateFields([...before] as never)
    const captcha = ((form.getFieldValue('captcha') as string | undefined) ?? '').trim()
    // Only sending needs an answer: once the code is here, the form goes without.
    if (!captcha) return form.setFields([{ name: 'captcha', errors: [t('accounts:captcha.need')] }])
    setSending(true)
    try {
      const { codeId } = await send({ captchaId: state.question?.captchaId ?? '', captcha })
      form.setFieldsValue({ codeId })
      notices.done(t('accounts:sms.sent'))
      setWait(60)
    } catch (error) {
      refuse(error)
    } finally {
      setSending(false)
      form.setFieldValue('captcha', '')
      await state.renew()
    }
  }

  return (
    <>
      <CaptchaQuestion state={state} />
      <Form.Item label={name} required>
        <Space.Compact block>
          <Form.Item
            name="code"
            noStyle
            rules={[
              { required: true, transform: typedAs(digitsOf), pattern: /^\d{6}$/, message: t('accounts:code.need') },
            ]}
          >
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              aria-label={name}
              onBlur={({ target }) => settle(target.value)}
            />
          </Form.Item>
          <Button disabled={wait > 0} loading={sending} onClick={() => void press().catch(() => {})}>
            {wait ? t('accounts:code.wait', { seconds: wait }) : t('accounts:code.send')}
          </Button>
        </Space.Compact>
        <Taken text={taken} />
      </Form.Item>
      <Form.Item name="codeId" hidden>
        <Input />
      </Form.Item>
    </>
  )
}

/** The picture, or work for the device of whoever cannot see it. */
function CaptchaQuestion({ state }: { state: ReturnType<typeof useQuestion> }) {
  const { t } = useTranslation(['accounts'])
  const form = Form.useFormInstance<CodeValues>()
  const { kind, setKind, renew, work } = state
  const svg = state.question?.svg
  return (
    <Form.Item label={t('accounts:captcha.label')} required>
      {kind === 'work' && (
        <p role="status" aria-busy={work === 'under-way'}>
          {t(`accounts:captcha.work.${work}`)}
        </p>
      )}
      <Space.Compact block>
        <Form.Item name="captcha" noStyle hidden={kind === 'work'}>
          <Input autoComplete="off" maxLength={20} aria-label={t('accounts:captcha.label')} />
        </Form.Item>
        {kind === 'picture' && svg && (
          <button
            type="button"
            className="skz-captcha"
            aria-label={t('accounts:captcha.renew')}
            onClick={() => void renew()}
          >
            <img src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`} alt="" width={110} height={32} />
          </button>
        )}
      </Space.Compact>
      <Button
        type="link"
        size="small"
        className="skz-plain"
        onClick={() => {
          form.setFieldValue('captcha', '')
          setKind(kind === 'work' ? 'picture' : 'work')
        }}
      >
        {t(kind === 'work' ? 'accounts:captcha.toPicture' : 'accounts:captcha.toWork')}
      </Button>
    </Form.Item>
  )
}

/** Seconds until a code may be sent again. */
function useWait() {
  const [wait, setWait] = useState(0)
  useEffect(() => {
    if (!wait) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])
  return [wait, setWait] as const
}

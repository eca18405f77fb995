import { Alert, Button, Form, Input, Modal } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, phoneOf } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'
import { type CaptchaKind, sessionCalls } from '../../../contract/accounts/session.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useQuestion } from '../../kit/plain/useQuestion.ts'
import { forgetSession, leaveFor, toLogin } from '../forget-session.ts'
import { signedInAgain } from './sign-in-again.ts'

interface Values {
  phone: string
  password: string
  captcha: string
  totp?: string
}

/** Signing in over the page, so that what is under way on it goes on. */
export function SignInAgain() {
  const { t } = useTranslation(['console', 'common'])
  const { bean, client } = useConsole()
  const [form] = Form.useForm<Values>()
  const ask = useCallback((kind: CaptchaKind) => client.call(sessionCalls.captcha, { query: { kind } }), [client])
  const [guarded, setGuarded] = useState(false)
  const state = useQuestion(ask, (answer) => form.setFieldValue('captcha', answer), guarded)
  /** The first step is done, and this opens the second. */
  const [ticket, setTicket] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  async function submit(values: Values) {
    setBusy(true)
    setRefused(undefined)
    try {
      if (ticket) await client.call(sessionCalls.loginTotp, { body: { ticket, totp: values.totp ?? '' } })
      else
        await client.call(sessionCalls.login, {
          body: {
            phone: values.phone,
            password: values.password,
            captcha: values.captcha,
            captchaId: state.question?.captchaId,
          },
        })
      // The same person has the same part in this tab's account; another must not find this one's page.
      const again = await client.call(sessionCalls.bean).catch(() => undefined)
      if (again?.userId === bean.userId) return signedInAgain(bean.userId)
      forgetSession()
      leaveFor('/browse')
    } catch (error) {
      const told = fieldErrors(error)
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'totp-needed') setTicket(String((error as ApiError).shown['ticket']))
      if (code === 'ticket-gone') setTicket(undefined)
      if (error instanceof ApiError && error.shown['captcha']) setGuarded(true)
      form.setFields(told)
      if (!told.length && code !== 'totp-needed')
        setRefused(error instanceof ApiError ? error.message : t('common:requestError'))
      form.setFieldValue('captcha', '')
      await state.renew()
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('signIn.title')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      zIndex={1900}
      footer={null}
    >
      <p>{t('signIn.lead')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={(values) => void submit(values)}
      >
        {ticket ? <SecondStep /> : <FirstStep state={state} />}
        {refused && <Alert className="skz-gap" type="error" showIcon role="alert" title={refused} />}
        <Button className="skz-gap" type="primary" htmlType="submit" block loading={busy}>
          {t('signIn.submit')}
        </Button>
        <Button type="link" block onClick={toLogin}>
          {t('signIn.other')}
        </Button>
      </Form>
    </Modal>
  )
}

/** Phone and password, and after wrong ones the question that keeps machines out. */
function FirstStep({ state }: { state: ReturnType<typeof useQuestion> }) {
  const { t } = useTranslation(['console', 'common'])
  const rules = [{ required: true, message: t('common:required') }]
  return (
    <>
      <Form.Item name="phone" label={t('signIn.phone')} rules={rules}>
        <CleanInput clean={phoneOf} autoFocus type="tel" inputMode="numeric" autoComplete="username" />
      </Form.Item>
      <Form.Item name="password" label={t('signIn.password')} rules={rules}>
        <Input type="password" autoComplete="current-password" maxLength={128} />
      </Form.Item>
      {state.needed && <CaptchaItem state={state} />}
    </>
  )
}

function CaptchaItem({ state: { kind, setKind, question, work, renew } }: { state: ReturnType<typeof useQuestion> }) {
  const { t } = useTranslation(['console', 'common'])
  const form = Form.useFormInstance<Values>()
  return (
    <>
      <Form.Item
        name="captcha"
        label={t('signIn.captcha')}
        hidden={kind === 'work'}
        rules={[{ required: true, message: t('common:required') }]}
      >
        <Input autoComplete="off" maxLength={20} />
      </Form.Item>
      {kind === 'work' && (
        <p role="status" aria-busy={work === 'under-way'}>
          {t(`signIn.work.${work}`)}
        </p>
      )}
      <div className="skz-row">
        {question?.svg && (
          <Button className="skz-captcha" aria-label={t('signIn.renew')} onClick={() => void renew()}>
            <img src={`data:image/svg+xml;utf8,${encodeURIComponent(question.svg)}`} alt="" width={150} height={45} />
          </Button>
        )}
        <Button
          type="link"
          onClick={() => {
            form.setFieldValue('captcha', '')
            setKind(kind === 'work' ? 'picture' : 'work')
          }}
        >
          {t(kind === 'work' ? 'signIn.toPicture' : 'signIn.toWork')}
        </Button>
      </div>
    </>
  )
}

/** The code of the authenticator. */
function SecondStep() {
  const { t } = useTranslation(['console', 'common'])
  const rules = [{ required: true, message: t('common:required') }]
  return (
    <Form.Item name="totp" label={t('signIn.totp')} extra={t('signIn.totpNote')} rules={rules}>
      <CleanInput clean={digitsOf} autoFocus autoComplete="one-time-code" />
    </Form.Item>
  )
}

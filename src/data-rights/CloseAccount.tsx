import { Button, Form, Input } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closingCalls, closingPhrases, type ClosingState, type Obstacle } from '../../contract/data-rights/closing.ts'
import { StrongProofFields, strongProofOf, type StrongProofValues } from '../accounts/parts/StrongProof.tsx'
import { useRefuse } from '../accounts/parts/useRefuse.ts'
import { ApiError } from '../../dataProvider/errors.ts'
import { accountParameter } from '../kit/resource/account-link.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { Asked } from './Asked.tsx'
import { paths } from './paths.ts'
import { WhatGoes } from './WhatGoes.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'

const steps = ['check', 'what', 'export', 'confirm'] as const
type Step = (typeof steps)[number]

/** From what stands in the way to the last word: one thing at a time, and back at any time. */
export function CloseAccount() {
  const { t } = useTranslation(['data-rights', 'accounts'])
  const { bean } = useConsole()
  const { data: state, error, refetch } = useRead(closingCalls.state, {}, { staleTime: 0 })
  const [step, setStep] = useState<Step>('check')
  return (
    <Page
      title={t('data-rights:close.title')}
      lead={t('data-rights:close.lead')}
      trail={[{ title: t('data-rights:page.title'), to: paths.data }]}
    >
      <div className="skz-form">
        {bean.closingAt ? (
          <Asked closingAt={bean.closingAt} />
        ) : error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : !state ? (
          <Loading />
        ) : (
          <At step={step} state={state} to={setStep} again={() => void refetch()} />
        )}
      </div>
    </Page>
  )
}

interface Here {
  step: Step
  state: ClosingState
  to(step: Step): void
  again(): void
}

/** One step; whoever comes to it by the keyboard or a screen reader begins at its heading. */
function At({ step, state, to, again }: Here) {
  const { t } = useTranslation(['data-rights'])
  const n = steps.indexOf(step)
  const heading = useRef<HTMLHeadingElement>(null)
  const came = useRef(step)
  useEffect(() => {
    if (came.current !== step) heading.current?.focus()
    came.current = step
  }, [step])
  const back = n > 0 && <Button onClick={() => to(steps[n - 1]!)}>{t('data-rights:close.back')}</Button>
  const next = (label: string) => (
    <div className="skz-form-foot">
      {back}
      <Button
        type="primary"
        disabled={step === 'check' && state.obstacles.length > 0}
        onClick={() => to(steps[n + 1]!)}
      >
        {label}
      </Button>
    </div>
  )
  return (
    <section className="skz-box">
      <div className="skz-box-head">
        <h2 ref={heading} tabIndex={-1}>
          {t(`data-rights:close.${step}.title`)}
        </h2>
        <span className="skz-muted">{t('data-rights:close.step', { n: n + 1, count: steps.length })}</span>
      </div>
      <div className="skz-box-body skz-closing-step">
        {step === 'check' && (
          <>
            <Obstacles list={state.obstacles} again={again} />
            {next(t('data-rights:close.next'))}
          </>
        )}
        {step === 'what' && (
          <>
            <WhatGoes state={state} />
            {next(t('data-rights:close.next'))}
          </>
        )}
        {step === 'export' && (
          <>
            <p>{t('data-rights:close.export.lead')}</p>
            <p className="skz-row">
              <LinkButton to={paths.data}>{t('data-rights:close.export.go')}</LinkButton>
              {state.evidence > 0 && <LinkButton to="/evidence">{t('data-rights:close.export.evidence')}</LinkButton>}
            </p>
            {next(t('data-rights:close.export.skip'))}
          </>
        )}
        {step === 'confirm' && <Confirm days={state.days} back={back} obstructed={() => (again(), to('check'))} />}
      </div>
    </section>
  )
}

/** Where each is settled; what only others can settle leads nowhere. */
const places: Partial<Record<Obstacle['kind'], string>> = {
  captures: '/evidence',
  toConfirm: '/evidence?status=to-confirm',
  uploads: '/confirmWeigh/add',
  subAccounts: '/accountSetting/childAdmin',
  balance: '/accountSetting/costCenter',
  transfers: '/accountSetting/costCenter/transfers',
  orders: '/judicialEvidence',
  review: paths.settings,
}

function Obstacles({ list, again }: { list: readonly Obstacle[]; again(): void }) {
  const { t } = useTranslation(['data-rights'])
  const { bean } = useConsole()
  if (!list.length) return <p role="status">{t('data-rights:close.check.clear')}</p>
  const elsewhere = ({ accountId }: Obstacle) => accountId !== null && accountId !== bean.accountId
  /** In another account it is another page: nothing of this one may be left on it. */
  const addressOf = (o: Obstacle) => {
    const place = places[o.kind]
    return (
      place && (elsewhere(o) ? `${place}${place.includes('?') ? '&' : '?'}${accountParameter}=${o.accountId}` : place)
    )
  }
  return (
    <>
      <p>{t('data-rights:close.check.some')}</p>
      <ul className="skz-sessions">
        {list.map((o) => {
          const [what, to] = [t(`data-rights:close.check.${o.kind}`, { count: o.count }), addressOf(o)]
          return (
            <li key={`${o.kind} ${o.accountId}`}>
              <span>
                {what} {elsewhere(o) && t('data-rights:close.check.in', { account: o.accountName })}
              </span>
              {to &&
                (elsewhere(o) ? (
                  <Button href={to} aria-label={`${t('data-rights:close.check.open')}: ${what}`}>
                    {t('data-rights:close.check.open')}
                  </Button>
                ) : (
                  <LinkButton to={to} aria-label={`${t('data-rights:close.check.open')}: ${what}`}>
                    {t('data-rights:close.check.open')}
                  </LinkButton>
                ))}
            </li>
          )
        })}
      </ul>
      <p>
        <Button onClick={again}>{t('data-rights:close.check.again')}</Button>
      </p>
    </>
  )
}

type Values = StrongProofValues & { confirm: string }

function Confirm({ days, back, obstructed }: { days: number; back: ReactNode; obstructed(): void }) {
  const { t, i18n } = useTranslation(['data-rights'])
  const { renewBean } = useConsole()
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefuse(form)
  const ask = useWrite(closingCalls.ask, {
    quiet: true,
    onDone: () => (notices.done(t('data-rights:close.confirm.done')), void renewBean()),
  })
  const refused = (error: unknown) => {
    refuse(error)
    if (error instanceof ApiError && error.code === 'closing-obstructed') obstructed()
  }
  const phrase = closingPhrases[i18n.language === 'en' ? 'en' : 'zh-CN']
  return (
    <>
      <p>{days ? t('data-rights:close.confirm.days', { days }) : t('data-rights:close.confirm.now')}</p>
      <Form<Values>
        className="skz-settings-form"
        form={form}
        layout="vertical"
        onFinish={({ confirm, ...proof }) =>
          ask.mutate({ body: { ...strongProofOf(proof), confirm } }, { onError: refused })
        }
      >
        <StrongProofFields />
        <Form.Item
          name="confirm"
          label={t('data-rights:close.confirm.phrase', { phrase })}
          rules={[{ required: true, whitespace: true, message: t('data-rights:close.confirm.phrase', { phrase }) }]}
        >
          <Input autoComplete="off" maxLength={40} />
        </Form.Item>
        <div className="skz-form-foot">
          {back}
          <Button danger htmlType="submit" loading={ask.isPending}>
            {t('data-rights:close.confirm.submit')}
          </Button>
        </div>
      </Form>
    </>
  )
}

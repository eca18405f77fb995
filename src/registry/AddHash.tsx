import { FileProtectOutlined } from '@ant-design/icons'
import { Button, Form, Progress, Upload } from 'antd'
import Input from 'antd/es/input/Input'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { hexOf, typedAs } from '../../contract/kit/typed/clean.ts'
import { CleanInput } from '../kit/form/CleanInput.tsx'
import { depositCalls, longestFileName } from '../../contract/registry/deposits.ts'
import { Card } from '../kit/page/Card.tsx'
import { fieldErrors } from '../kit/refusals/field-errors.ts'
import { showFieldErrors } from '../kit/refusals/show-field-errors.ts'
import { hashing, type HashingOf } from '../kit/files/hash-file.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { QuoteLine, useQuote } from '../payments/parts/QuoteLine.tsx'
import { type About, AboutFields, blankAbout } from './AboutFields.tsx'
import { depositLists } from './deposit-body.ts'

interface Values extends About {
  fileName: string
  sha256: string
  sm3: string
}

/** The hash of a file is handed over; the file stays where it is. */
export function AddHash() {
  const { t } = useTranslation(['common', 'registry', 'evidence'])
  const [form] = Form.useForm<Values>()
  const navigate = useNavigate()
  const notices = useNotices()
  const [uniqueId, setUniqueId] = useState(() => crypto.randomUUID())
  const [size, setSize] = useState<number>()
  const { quote, quoted, refetch } = useQuote('deposit.hash', 1)
  const make = useWrite(depositCalls.hash, {
    refresh: depositLists,
    quiet: true,
    onDone: ({ no }) => {
      notices.done(t('registry:hash.done'))
      void navigate(`/attestation/${no}`)
    },
  })
  const forgetSize = () => setSize(undefined)
  function submit({ sm3, ...values }: Values) {
    make.mutate(
      {
        body: {
          ...values,
          ...(sm3 ? { sm3 } : {}),
          ...(size === undefined ? {} : { fileSize: size }),
          unique_id: uniqueId,
          ...quoted,
        },
      },
      {
        onError: (error) => {
          setUniqueId(crypto.randomUUID())
          void refetch()
          const fields = fieldErrors(error)
          showFieldErrors(form, fields)
          if (!fields.length) notices.refusal(error)
        },
      },
    )
  }
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="skz-form"
      initialValues={{ ...blankAbout, fileName: '', sha256: '', sm3: '' }}
      onFinish={submit}
      scrollToFirstError={{ focus: true }}
    >
      <Card title={t('registry:hash.file')}>
        <HashHere
          onHash={(file, digests) => {
            form.setFieldsValue({ fileName: file.name, ...digests })
            setSize(file.size)
          }}
        />
        <Form.Item
          name="fileName"
          label={t('evidence:field.fileName')}
          className="skz-gap"
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input maxLength={longestFileName} />
        </Form.Item>
        <HashField name="sha256" required onType={forgetSize} />
        <HashField name="sm3" onType={forgetSize} />
      </Card>
      <Card title={t('registry:add.about')}>
        <AboutFields />
      </Card>
      <QuoteLine quote={quote} />
      <Foot sending={make.isPending} />
    </Form>
  )
}

function Foot({ sending }: { sending: boolean }) {
  const { t } = useTranslation(['common', 'registry'])
  const navigate = useNavigate()
  return (
    <div className="skz-form-foot">
      <Button type="primary" size="large" htmlType="submit" loading={sending}>
        {t('registry:hash.submit')}
      </Button>
      <Button size="large" onClick={() => void navigate('/confirmWeigh/hash')}>
        {t('cancel')}
      </Button>
    </div>
  )
}

function HashField({ name, required = false, onType }: { name: 'sha256' | 'sm3'; required?: boolean; onType(): void }) {
  const { t } = useTranslation(['common', 'registry', 'evidence'])
  return (
    <Form.Item
      name={name}
      label={t(`evidence:field.${name}`)}
      required={required}
      rules={[
        { required, message: t('required') },
        { transform: typedAs(hexOf), pattern: /^[0-9a-f]{64}$/, message: t('registry:hash.wrong') },
      ]}
    >
      <CleanInput
        clean={hexOf}
        className="skz-hash-input"
        spellCheck={false}
        autoComplete="off"
        maxLength={400}
        onChange={onType}
      />
    </Form.Item>
  )
}

/** Computes both digests of a file in this browser; nothing leaves it. */
function HashHere({ onHash }: { onHash(file: File, digests: { sha256: string; sm3: string }): void }) {
  const { t } = useTranslation(['registry'])
  const [state, setState] = useState<{ part: number; failed?: boolean }>()
  const running = useRef<HashingOf>(undefined)
  useEffect(() => () => running.current?.stop(), [])
  async function read(file: File) {
    running.current?.stop()
    setState({ part: 0 })
    const mine = hashing(file, { sm3: true }, (part) => setState({ part }))
    running.current = mine
    try {
      onHash(file, await mine.promise)
      setState(undefined)
    } catch {
      setState({ part: 0, failed: true })
    }
  }
  return (
    <>
      <Upload.Dragger
        maxCount={1}
        showUploadList={false}
        aria-label={t('hash.drop')}
        beforeUpload={(file) => {
          void read(file)
          return false
        }}
      >
        <p className="skz-drop-icon">
          <FileProtectOutlined aria-hidden />
        </p>
        <p>{t('hash.drop')}</p>
        <p className="skz-muted">{t('hash.stays')}</p>
      </Upload.Dragger>
      {state && !state.failed && <Progress percent={Math.floor(state.part * 100)} aria-label={t('hash.hashing')} />}
      {state?.failed && (
        <p className="skz-send-problem" role="alert">
          {t('send.problem.unreadable')}
        </p>
      )}
    </>
  )
}

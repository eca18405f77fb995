import { Alert, Button, Form, type FormInstance, Input, Radio, Select } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailOf } from '../../contract/kit/typed/clean.ts'
import { addressLine } from '../addresses/parts/address-words.ts'
import { CleanInput } from '../kit/form/CleanInput.tsx'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { type Invoice, InvoiceMedium, type InvoiceWish } from '../../contract/invoices/invoices.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { useRead } from '../kit/resource/useCall.ts'
import headers from './headers.resource.tsx'

const RecordForm = lazyDialog(async () => (await import('../kit/form/RecordForm.tsx')).RecordForm)

export type WishValues = Partial<
  Pick<InvoiceWish, 'headerId' | 'invoiceType' | 'medium' | 'email' | 'addressId' | 'remark'>
>

/** Whoever may deduct the tax may ask for either: both are made out to a header that has all details. */
const typesOfSpecial = ['ENTERPRISE_SPECIAL', 'ENTERPRISE'] as const satisfies InvoiceWish['invoiceType'][]

/** The form as it begins: anew, or with what was asked for before. */
export const wishOf = (row?: Pick<Invoice, 'invoiceType' | 'medium' | 'email' | 'remark'>): WishValues => ({
  invoiceType: typesOfSpecial.find((type) => type === row?.invoiceType) ?? typesOfSpecial[0],
  medium: row?.medium ?? 'DIGITAL',
  ...(row?.email && { email: row.email }),
  ...(row?.remark && { remark: row.remark }),
})

/** What is offered at once; the rest is found by its name. */
const pageSize = 50

/** To whom an invoice is made out, and where it goes. */
export function WishFields({ form }: { form: FormInstance<WishValues> }) {
  const { t } = useTranslation(['common', 'invoices'])
  const medium = Form.useWatch('medium', form) ?? 'DIGITAL'
  return (
    <>
      <HeaderField form={form} />
      <Form.Item name="medium" label={t('invoices:field.medium')}>
        <Radio.Group
          optionType="button"
          options={InvoiceMedium.options.map((value) => ({ value, label: t(`invoices:choice.medium.${value}`) }))}
        />
      </Form.Item>
      {medium === 'DIGITAL' ? (
        <Form.Item
          name="email"
          label={t('invoices:apply.email')}
          extra={t('invoices:apply.emailHelp')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <CleanInput clean={mailOf} type="email" autoComplete="email" maxLength={254} />
        </Form.Item>
      ) : (
        <AddressField form={form} />
      )}
      <Form.Item name="remark" label={t('invoices:apply.remark')} extra={t('invoices:apply.remarkHelp')}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </>
  )
}

function HeaderField({ form }: { form: FormInstance<WishValues> }) {
  const { t } = useTranslation(['common', 'invoices'])
  const [keyWord, setKeyWord] = useState('')
  const [adding, setAdding] = useState(false)
  const { data, refetch } = useRead(headerCalls.list, { query: { pageSize, keyWord } }, { staleTime: 0 })
  const list = data?.list
  useEffect(() => {
    if (!form.getFieldValue('headerId') && list?.length)
      form.setFieldValue('headerId', (list.find(({ isDefault }) => isDefault) ?? list[0]!).id)
  }, [form, list])
  const chosen = Form.useWatch('headerId', form)
  const special = list?.find(({ id }) => id === chosen)?.headType === 'ENTERPRISE_SPECIAL'
  return (
    <>
      <Form.Item
        name="headerId"
        label={t('invoices:apply.header')}
        extra={
          <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => setAdding(true)}>
            {t('invoices:apply.addHeader')}
          </Button>
        }
        rules={[{ required: true, message: t('required') }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setKeyWord }}
          loading={!data}
          placeholder={t('invoices:apply.headerSearch')}
          options={(list ?? []).map(({ id, title, headType, taxNo }) => ({
            value: id,
            label: [title, t(`invoices:choice.headType.${headType}`), taxNo].filter(Boolean).join(' · '),
          }))}
        />
      </Form.Item>
      {special && <TypeField form={form} />}
      {adding && (
        <Suspense fallback={null}>
          <RecordForm resource={headers as never} onClose={() => (setAdding(false), void refetch())} />
        </Suspense>
      )}
    </>
  )
}

function TypeField({ form }: { form: FormInstance<WishValues> }) {
  const { t } = useTranslation(['invoices'])
  const type = Form.useWatch('invoiceType', form)
  return (
    <>
      <Form.Item name="invoiceType" label={t('field.invoiceType')}>
        <Radio.Group
          optionType="button"
          options={typesOfSpecial.map((value) => ({ value, label: t(`choice.invoiceType.${value}`) }))}
        />
      </Form.Item>
      {type === 'ENTERPRISE_SPECIAL' && <SpecialNote />}
    </>
  )
}

/** Said before it is refused. */
function SpecialNote() {
  const { t } = useTranslation(['invoices'])
  const { can } = useConsole()
  return (
    <Alert
      type="info"
      showIcon
      className="skz-gap"
      title={t('apply.verify')}
      action={
        can('account.manage') && (
          <LinkButton to="/accountSetting/basicSetting/enterprise" size="small">
            {t('apply.toVerify')}
          </LinkButton>
        )
      }
    />
  )
}

function AddressField({ form }: { form: FormInstance<WishValues> }) {
  const { t } = useTranslation(['common', 'invoices'])
  const [keyWord, setKeyWord] = useState('')
  const { data, isError } = useRead(addressCalls.list, { query: { pageSize, keyWord } }, { staleTime: 0 })
  const list = data?.list
  useEffect(() => {
    if (!form.getFieldValue('addressId') && list?.length)
      form.setFieldValue('addressId', (list.find(({ isDefault }) => isDefault) ?? list[0]!).id)
  }, [form, list])
  return (
    <Form.Item
      name="addressId"
      label={t('invoices:apply.address')}
      extra={
        <LinkButton to="/accountSetting/addressAdmin" type="link" size="small" style={{ paddingInline: 0 }}>
          {t('invoices:apply.addAddress')}
        </LinkButton>
      }
      rules={[{ required: true, message: t('required') }]}
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setKeyWord }}
        loading={!data && !isError}
        placeholder={t('invoices:apply.addressSearch')}
        options={(list ?? []).map((address) => ({ value: address.id, label: addressLine(address) }))}
      />
    </Form.Item>
  )
}

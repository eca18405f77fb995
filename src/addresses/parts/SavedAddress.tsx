import { Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Address, addressCalls } from '../../../contract/addresses/addresses.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { addressLine, placeOf } from './address-words.ts'

/** What is offered at once; the rest is found by its name. */
const pageSize = 50
const id = 'saved-address'

/** The account's own addresses, where it has any: one of them fills fields of a form, which may be changed then. */
export function SavedAddress({
  onChosen,
}: {
  onChosen(address: Pick<Address, 'name' | 'phone'>, place: string): void
}) {
  const { t } = useTranslation(['addresses'])
  const { can } = useConsole()
  const [keyWord, setKeyWord] = useState('')
  const mayRead = can('addresses.read')
  const { data } = useRead(addressCalls.list, { query: { pageSize, keyWord } }, { staleTime: 0, enabled: mayRead })
  const list = data?.list ?? []
  if (!mayRead || (!keyWord && !list.length)) return null
  function choose(chosen: string | null) {
    const found = list.find((address) => address.id === chosen)
    setKeyWord('')
    if (found) onChosen(found, placeOf(found))
  }
  return (
    <Form.Item
      label={t('saved.label')}
      htmlFor={id}
      extra={
        <LinkButton to="/accountSetting/addressAdmin" type="link" size="small" style={{ paddingInline: 0 }}>
          {t('saved.manage')}
        </LinkButton>
      }
    >
      <Select<string | null>
        id={id}
        value={null}
        placeholder={t('saved.choose')}
        showSearch={{ filterOption: false, onSearch: setKeyWord }}
        options={list.map((address) => ({ value: address.id, label: addressLine(address) }))}
        onChange={choose}
      />
    </Form.Item>
  )
}

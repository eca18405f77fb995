import {
  DeleteButton,
  EditButton,
  useDrawerForm,
  useModalForm,
  useSelect,
  useStepsForm,
  useTable,
} from '@refinedev/antd'
import { useCan, useNotification, useOne, useUpdate } from '@refinedev/core'
import { Button, Drawer, Form, Input, Modal, Select, Space, Steps, Table } from 'antd'
import type { PageEntry } from '../../../src/kit/resource/pages.ts'

/*
 * Pages as the documents of Refine show them, with nothing of the console's own kit: whoever knows Refine finds that its hooks work on every
 * declared resource.
 */

interface Header {
  id: string
  title: string
  headType: string
  version: number
}

/** `useTable` in the address, `useModalForm` to add, `useDrawerForm` to change, `useSelect` to choose, buttons by rights. */
function StockHeaders() {
  const { tableProps } = useTable<Header>({
    resource: 'invoiceHeaders',
    syncWithLocation: true,
    pagination: { pageSize: 2 },
    sorters: { initial: [{ field: 'title', order: 'asc' }] },
  })
  const added = useModalForm({ resource: 'invoiceHeaders', action: 'create', redirect: false })
  const changed = useDrawerForm<Header>({ resource: 'invoiceHeaders', action: 'edit', redirect: false })
  const { selectProps } = useSelect<Header>({
    resource: 'invoiceHeaders',
    optionLabel: 'title',
    onSearch: (value) => [{ field: 'keyWord', operator: 'contains', value }],
  })
  return (
    <main>
      <Button onClick={() => added.show()}>Add</Button>
      <Select {...selectProps} aria-label="Choose" style={{ width: 240 }} />
      <Table {...tableProps} rowKey="id">
        <Table.Column dataIndex="title" title="Title" sorter />
        <Table.Column<Header>
          render={(_, row) => (
            <Space>
              <EditButton
                resource="invoiceHeaders"
                recordItemId={row.id}
                hideText
                aria-label={`Edit ${row.title}`}
                onClick={() => changed.show(row.id)}
              />
              <DeleteButton resource="invoiceHeaders" recordItemId={row.id} aria-label={`Delete ${row.title}`} />
            </Space>
          )}
        />
      </Table>
      <Modal {...added.modalProps}>
        <Form {...added.formProps} layout="vertical" initialValues={{ headType: 'PERSONAL' }}>
          <Form.Item name="headType" label="Kind">
            <Input />
          </Form.Item>
          <Form.Item name="title" label="Name">
            <Input />
          </Form.Item>
        </Form>
      </Modal>
      <Drawer {...changed.drawerProps} extra={<Button {...changed.saveButtonProps}>Keep</Button>}>
        <Form {...changed.formProps} name="changed" layout="vertical">
          <Form.Item name="headType" hidden>
            <Input />
          </Form.Item>
          <Form.Item name="title" label="Changed name">
            <Input />
          </Form.Item>
        </Form>
      </Drawer>
    </main>
  )
}

/** A record in steps. */
function StockAddresses() {
  const { tableProps } = useTable({ resource: 'addresses', syncWithLocation: false })
  const { current, form, gotoStep, stepsProps, formProps, onFinish } = useStepsForm({
    resource: 'addresses',
    action: 'create',
    redirect: false,
  })
  const fields = [
    ['name', 'phone'],
    ['provinceCode', 'cityCode', 'regionCode', 'detail'],
  ][current]!
  return (
    <main>
      <Steps {...stepsProps} items={[{ title: 'Who' }, { title: 'Where' }]} />
      <Form {...formProps} layout="vertical">
        {fields.map((name) => (
          <Form.Item key={name} name={name} label={name}>
            <Input />
          </Form.Item>
        ))}
      </Form>
      {current ? (
        <Button onClick={() => void onFinish(form.getFieldsValue(true) as object)}>Save</Button>
      ) : (
        <Button onClick={() => void gotoStep(1)}>Next</Button>
      )}
      <Table {...tableProps} rowKey="id">
        <Table.Column dataIndex="name" title="Name" />
        <Table.Column dataIndex="regionName" title="County" />
      </Table>
    </main>
  )
}

/** What a resource does not allow is refused by its provider and not offered. */
function StockEvidence() {
  const { tableProps } = useTable<{ id: string; evidenceName: string }>({
    resource: 'evidence',
    syncWithLocation: false,
  })
  const first = tableProps.dataSource?.[0]
  const { result } = useOne<{ id: string; ano: string }>({
    resource: 'evidence',
    id: first?.id ?? '',
    queryOptions: { enabled: Boolean(first) },
  })
  const { data: change } = useCan({ resource: 'evidence', action: 'hide' })
  const { data: make } = useCan({ resource: 'people', action: 'list' })
  const { mutate } = useUpdate()
  const { open } = useNotification()
  return (
    <main>
      <Table {...tableProps} rowKey="id">
        <Table.Column dataIndex="evidenceName" title="Name" />
      </Table>
      <output>{result ? `${result.ano} ${change?.can} ${make?.can}` : ''}</output>
      <Button
        onClick={() =>
          mutate({ resource: 'invoiceHeaders', id: first!.id, values: { headType: 'PERSONAL', title: 'x' } })
        }
      >
        Refused
      </Button>
      <Button onClick={() => open?.({ type: 'progress', message: 'Undo me', undoableTimeout: 5 })}>Undoable</Button>
    </main>
  )
}

const right = 'signed-in'
export default [
  { path: '/stock/headers', page: StockHeaders, right },
  { path: '/stock/addresses', page: StockAddresses, right },
  { path: '/stock/evidence', page: StockEvidence, right },
] satisfies PageEntry[]

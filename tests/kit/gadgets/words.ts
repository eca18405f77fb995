/** The words of the resource that tests add, as its author would write them. */
export const gadgetWords = {
  'zh-CN': {
    resource: { gadgets: { title: '器件', one: '器件', lead: '用于测试的资源。', empty: '还没有器件。', add: '添加器件', edit: '修改器件', search: '器件名称' } },
    field: { name: '名称', kind: '种类', note: '说明', count: '数量', madeAt: '制造时间' },
    choice: { kind: { small: '小型', large: '大型' } },
    action: { edit: { label: '修改', confirm: '', done: '' }, break: { label: '报废', confirm: '报废 {{count}} 个器件？', done: '已报废' } },
  },
  en: {
    resource: { gadgets: { title: 'Gadgets', one: 'Gadget', lead: 'A resource for tests.', empty: 'No gadgets yet.', add: 'Add a gadget', edit: 'Change the gadget', search: 'Name of a gadget' } },
    field: { name: 'Name', kind: 'Kind', note: 'Note', count: 'Count', madeAt: 'Made' },
    choice: { kind: { small: 'Small', large: 'Large' } },
    action: { edit: { label: 'Change', confirm: '', done: '' }, break: { label: 'Break', confirm: 'Break {{count}} gadgets?', done: 'Broken' } },
  },
} as const

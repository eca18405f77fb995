/** The words of the resources that tests add, as their author would write them. */
export const gadgetWords = {
  'zh-CN': {
    resource: {
      gadgets: {
        title: '器件',
        one: '器件',
        lead: '用于测试的资源。',
        empty: '还没有器件。',
        add: '添加器件',
        edit: '修改器件',
        search: '器件名称',
      },
      crates: {
        title: '货箱',
        one: '货箱',
        lead: '另一项用于测试的资源。',
        empty: '还没有货箱。',
        add: '添加货箱',
        edit: '修改货箱',
      },
    },
    field: {
      name: '名称',
      kind: '种类',
      note: '说明',
      count: '数量',
      madeAt: '制造时间',
      priceFen: '单价',
      maker: '制造人',
      phone: '电话',
      site: '网站',
      sha256: '校验值',
    },
    choice: { kind: { small: '小型', large: '大型' } },
    action: {
      edit: { label: '修改', confirm: '', done: '' },
      break: { label: '报废', confirm: '报废 {{count}} 个器件？', done: '已报废' },
    },
  },
  en: {
    resource: {
      gadgets: {
        title: 'Gadgets',
        one: 'Gadget',
        lead: 'A resource for tests.',
        empty: 'No gadgets yet.',
        add: 'Add a gadget',
        edit: 'Change the gadget',
        search: 'Name of a gadget',
      },
      crates: {
        title: 'Crates',
        one: 'Crate',
        lead: 'Another resource for tests.',
        empty: 'No crates yet.',
        add: 'Add a crate',
        edit: 'Change the crate',
      },
    },
    field: {
      name: 'Name',
      kind: 'Kind',
      note: 'Note',
      count: 'Count',
      madeAt: 'Made',
      priceFen: 'Price',
      maker: 'Maker',
      phone: 'Phone',
      site: 'Website',
      sha256: 'Checksum',
    },
    choice: { kind: { small: 'Small', large: 'Large' } },
    action: {
      edit: { label: 'Change', confirm: '', done: '' },
      break: { label: 'Break', confirm: 'Break {{count}} gadgets?', done: 'Broken' },
    },
  },
} as const

/** A domain's words with more of the same kind beside them. */
export const withWords = (before: Record<string, object>, words: Record<string, object>): Record<string, object> =>
  Object.fromEntries(Object.keys({ ...before, ...words }).map((k) => [k, { ...before[k], ...words[k] }]))

// Every kind of evidence by its own word. A new kind is one line here, one in proof/statement/kinds.ts and one in contract/evidence/kinds.ts.
export { fileKind as file } from '../registry/kinds/file.kind.ts'
export { hashKind as hash } from '../registry/kinds/hash.kind.ts'
export { webKind as web } from '../captures/web/web.kind.ts'
export { workKind as work } from '../registry/kinds/work.kind.ts'

// Every kind of evidence by the word its statement has for it, with what its statement says of it. A new kind is one line.
export { fileStatement as file } from './file.ts'
export { hashStatement as hash } from './hash.ts'
export { webStatement as web } from './web.ts'
export { workStatement as work } from './work.ts'

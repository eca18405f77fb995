import { setTimeout } from 'node:timers/promises'
import { channelsOf } from '../../../server/payments/channels/channels.service.ts'
import { configOf } from '../../kit/vendors/pay-settings.ts'

// A bill read in a process of its own, so that nothing but the reading is in its memory: node --expose-gc read-bill.ts <channel> <file> <day>
const [, , name, path, day] = process.argv as [string, string, 'wechat' | 'alipay', string, string]
const config = configOf(name === 'wechat' ? { wechatPath: path } : { alipayPath: path })
let [lines, fen, held] = [0, 0, 0]
for await (const line of channelsOf(config, 'local')[name]!.bill(day)) {
  lines++
  fen += line.fen
  if (lines % 10_000 && lines !== 50) continue
  // What is in use, and not what waits to be collected; buffers are given back some time behind what held them.
  globalThis.gc!()
  await setTimeout(50)
  globalThis.gc!()
  const { heapUsed, external } = process.memoryUsage()
  held = Math.max(held, heapUsed + external)
}
console.log(JSON.stringify({ lines, fen, mebibytes: Math.round(held / 1024 / 1024) }))

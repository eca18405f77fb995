import { verifyAnchor } from '../../proof/evm/anchor.ts'
import { adapterOf } from '../../server/trust/anchors/adapters.ts'
import { calldataOf } from '../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../proof/log/checkpoint.ts'
import { anchorBytes } from '../../proof/evm/anchor.ts'
import type { ChainSettings } from '../../server/trust/anchors/anchors.settings.ts'
import { startAnvil } from '../trust/anchors/anvil.ts'
import { noteOf, sampleBytes } from '../trust/anchors/sample.ts'
import { anchorsEnv } from '../kit/outside/anchors-env.ts'

const anchors = 60

/** Anchors one after another on a chain that makes a block of each, from the signature to a verified record; sizes and verification in larger blocks. */
export async function benchAnchors() {
  const chain = await startAnvil({ args: [] })
  const files = anchorsEnv()
  try {
    const settings: ChainSettings = {
      id: 31_337,
      name: 'bench',
      mode: 'evm',
      rpc: [chain.url],
      allowPrivate: ['127.0.0.1'],
      keyFile: `${files.dir}/key`,
      confirmations: 1,
      maxFeeGwei: 1_000,
      bumpSeconds: 60,
      giveUpSeconds: 60,
      patience: 10,
    }
    const session = await adapterOf(settings, []).connect()
    const took: number[] = []
    const began = performance.now()
    for (let i = 0; i < anchors; i++) {
      const at = performance.now()
      const note = noteOf(i + 1)
      const signed = await session.sign(await calldataOf(readSignedCheckpoint(note)), await session.nonce())
      await session.send(signed)
      const found = (await session.find([signed.hash]))!
      await verifyAnchor(
        anchorBytes({ ...(await session.proof(found, signed.raw)), checkpoint: new TextDecoder().decode(note) }),
        note,
      )
      took.push(performance.now() - at)
    }
    took.sort((a, b) => a - b)
    console.log(
      `Anchors, one after another on a chain of this machine: ${((anchors * 1_000) / (performance.now() - began)).toFixed(1)} a second, half of them within ${took[anchors / 2]!.toFixed(0)} ms`,
    )
  } finally {
    await chain.kill()
    files.remove()
  }
  console.log('Records by transactions in the block: size, time to verify')
  for (const count of [1, 40, 300]) {
    const bytes = await sampleBytes(noteOf(812), { count, index: count - 1 })
    const began = performance.now()
    const times = 200
    for (let i = 0; i < times; i++) await verifyAnchor(bytes)
    console.log(
      `  ${String(count).padStart(4)}  ${String(bytes.length).padStart(6)} bytes  ${((performance.now() - began) / times).toFixed(2)} ms`,
    )
  }
}

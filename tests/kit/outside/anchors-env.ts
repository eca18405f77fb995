import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Settings of one chain whose node answers nobody, unless told where one is. */
export function anchorsEnv(chain: object = {}, file: object = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'skz-anchors-'))
  const [path, keyFile] = [join(dir, 'anchors.json'), join(dir, 'key')]
  writeFileSync(keyFile, '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', { mode: 0o600 })
  const chains = [
    {
      id: 31_337,
      name: '试链',
      nameEn: 'Trial',
      mode: 'evm',
      rpc: ['http://127.0.0.1:9'],
      keyFile,
      confirmations: 2,
      maxFeeGwei: 500,
      patience: 2,
      explorer: 'https://explorer.example/tx/{tx}',
      ...chain,
    },
  ]
  writeFileSync(path, JSON.stringify({ chains, ...file }), { mode: 0o600 })
  return { env: { SHIMAKAZE_ANCHORS: path }, dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { readPem } from '../../proof/formats/x509.ts'
import { openAuthority, type Authority } from '../../server/trust/keys/authority.service.ts'
import { holdCeremony, renewKeys } from '../../server/trust/keys/ceremony.ts'
import type { ClockSource } from '../../server/trust/clock.service.ts'
import { runTool } from '../kit/outside/tools.ts'
import { temporary } from './sample.ts'

export const secret = 'a passphrase of the service'
const rootSecret = 'a passphrase of two people'

/** A clock that somebody vouches for and that a test moves. */
class SteppedClock implements ClockSource {
  at = new Date('2026-03-01T10:00:00Z')
  now = () => this.at
  state = () => Promise.resolve({ source: 'chrony' as const, proven: true })
}

export let home: string
export let clock: SteppedClock
const folders = () => ({ keysDir: join(home, 'keys'), offlineDir: join(home, 'offline') })
export const ceremony = () => ({ ...folders(), passphrase: secret, rootPassphrase: rootSecret, now: clock.now() })
export const renew = () => renewKeys(ceremony())

export function open(mode: 'local' | 'production' = 'production'): Promise<Authority> {
  return openAuthority({
    dir: join(home, 'keys'),
    mode,
    platformName: 'Test',
    passphraseFile: join(home, 'passphrase'),
    clock,
  })
}

/** A folder of its own for every test of a file, with a passphrase and a clock. */
export function withPassphrase() {
  beforeEach(async () => {
    home = temporary()
    clock = new SteppedClock()
    writeFileSync(join(home, 'passphrase'), `${secret}\n`, { mode: 0o600 })
  })
}

/** To another folder, which has no keys yet. */
export function leaveHome() {
  home = temporary()
}

export const hold = () => holdCeremony({ ...ceremony(), platformName: '岛风', local: false })

export const serialIn = (pem: string) => readPem(pem)[0]!.serial
export const hex = (serial: bigint) => serial.toString(16)

/** Whether openssl takes both certificates and the list as this root's; the list must be signed and current. */
export function opensslAccepts(authority: Authority): boolean {
  const { ca, tsa, seal, crl } = authority.trustMaterial()
  const dir = temporary()
  for (const [name, text] of Object.entries({ ca, tsa, seal, crl })) writeFileSync(join(dir, name), text)
  const at = String(Math.floor(clock.at.getTime() / 1000))
  const verify = (name: string, purpose: string) =>
    runTool(
      'openssl',
      [
        'verify',
        '-attime',
        at,
        '-CAfile',
        'ca',
        '-CRLfile',
        'crl',
        '-crl_check',
        '-x509_strict',
        '-purpose',
        purpose,
        name,
      ],
      dir,
    ).ok
  const list = runTool('openssl', ['crl', '-in', 'crl', '-CAfile', 'ca', '-noout'], dir)
  return verify('tsa', 'timestampsign') && verify('seal', 'smimesign') && list.text.includes('verify OK')
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../../../contract/calls.ts'
import { deliveryCalls } from '../../../contract/certificates/delivery.ts'
import { shareCalls } from '../../../contract/certificates/share.ts'
import type { Call } from '../../../contract/kit/call.ts'
import { dealCalls } from '../../kit/sweep/deal-calls.ts'
import { accountScenes } from './scenes/accounts.ts'
import { evidenceScenes } from './scenes/evidence.ts'
import { invoiceScenes } from './scenes/invoices.ts'
import { judicialScenes } from './scenes/judicial.ts'
import { installationScenes } from './scenes/installation.ts'
import { lawyerScenes } from './scenes/lawyers.ts'
import { moneyScenes } from './scenes/money.ts'
import { identityScenes } from './scenes/identity.ts'
import { ownRecordScenes } from './scenes/own-records.ts'
import { platformScenes } from './scenes/platform.ts'
import { registryScenes } from './scenes/registry.ts'
import { staffScenes } from './scenes/staff.ts'
import { openStage, type Scenes, type Stage } from './stage.ts'

const all: [string, Call][] = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries(members).map(([name, call]): [string, Call] => [`${group}.${name}`, call]),
)
/** Whatever changes something, tries or sends a secret, or hands out bytes. */
const telling = all.filter(([, c]) => c.rate === 'write' || c.rate === 'secret' || c.kind === 'bytes' || !c.idempotent)

/** What leaves no row, and why. */
const silent: Record<string, string> = {
  'session.captcha': 'a question asked of nobody known; it ends by itself',
  'session.message': 'the same, for older clients',
  'session.memberMessage': 'the same',
  'totp.begin': 'a secret that is not in force; turning it on is on the record',
  'phone.prove': 'the first of two steps; the second is on the record',
  'phone.info': 'tells the holder of a phone about themselves; a wrong code is on the record',
  'thirdParty.begin': 'sends a browser to a vendor; what it brings back is on the record',
  'thirdParty.beginBinding': 'the same, once the person proved to be there; a wrong password is on the record',
  'handOver.qr': 'a code that nobody has answered; the answer is on the record',
  'handOver.scan': 'who asks, told to whoever scanned it; their answer is on the record',
  'batches.template': 'an empty sheet, the same for everybody',
  'certificates.hashOfFile': 'hashes what was sent and keeps nothing',
  'configFile.download': 'what its reader sees on the page of the platform, written down',
  'configFile.check': 'compares a file with that and keeps nothing',
  'shownContent.hideActivity': 'how somebody likes their page',
  'certificates.signature': 'verifies what is stored and changes nothing; the download it names is on the record',
  'behavior.count': 'counts a visit without a visitor',
  'messages.read': 'that somebody read what they were told; what it tells of has its own row',
  'messages.remove': 'takes a message out of its reader’s own list; staff still see what they wrote',
  'files.shown': 'what a platform shows everybody',
  'files.sent': 'an account’s own file, seen by itself',
  'notarization.sealPicture': 'what stands on the papers that whoever asks has of the office',
  'officeSeal.picture': 'an office’s own seal, seen by its people',
  'certify.photo': 'a person’s own picture, seen by themselves',
  'operatorTimestamps.trial': 'a stamp over nothing of anybody, which is not kept',
  'reconciliations.compare': 'reads a vendor’s bill anew; what comes of it stands in its row',
  'payOrders.ask': 'asks a vendor what it knows; what comes of it stands in the bill',
  'chain.record': 'what anybody may verify; it names nobody',
  'listViews.setLayout': 'how wide a person’s own columns are',
}

let stage: Stage
let scenes: Scenes
beforeAll(async () => {
  stage = await openStage()
  scenes = Object.assign(
    {},
    ...[
      accountScenes,
      evidenceScenes,
      registryScenes,
      moneyScenes,
      platformScenes,
      ownRecordScenes,
      identityScenes,
      invoiceScenes,
      judicialScenes,
      staffScenes,
      lawyerScenes,
      installationScenes,
    ].map((scenesOf) => scenesOf(stage)),
  )
})
afterAll(() => stage.close())

describe('every call that changes, tries or hands out something leaves a row', () => {
  const told = telling.filter(([name]) => !(name in silent)).map(([title]) => ({ title }))

  it.each(dealCalls(told, 'its row'))('$title', async ({ title }) => {
    const run = await scenes[title]!()
    const before = await stage.count()
    await run()
    expect(await stage.count()).toBeGreaterThan(before)
  })

  it('has a scene for each of them, or a reason why it is silent', () => {
    expect(told.map(({ title }) => title).filter((title) => !(title in scenes))).toEqual([])
  })

  it('names in its exceptions and scenes only calls that are there', () => {
    const names = telling.map(([name]) => name)
    expect([...Object.keys(silent), ...Object.keys(scenes)].filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(silent).filter((name) => name in scenes)).toEqual([])
  })
})

describe('reads that change something leave a row too', () => {
  it('packages gathered, a shared certificate opened', async () => {
    const { must, evidence, share, owner } = stage
    const { number } = await evidence()
    const { token } = await share()
    const before = await stage.count()
    await must(deliveryCalls.bundle, { query: { anos: number } }, owner)
    await must(shareCalls.open, { params: { token }, query: {} })
    expect(await stage.count()).toBe(before + 2)
  })
})

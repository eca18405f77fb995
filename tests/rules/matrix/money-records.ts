import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { adjust } from '../../../server/payments/ledger/ledger.service.ts'
import { settle } from '../../../server/payments/orders/orders.repo.ts'
import { newId, newOrderNumber } from '../../../server/kit/ids.ts'
import type { Tx } from '../../../server/kit/db/db.ts'
import type { Json } from '../../../server/kit/db/schema.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import type { Of } from './insert-records.ts'
import { canaryOf } from './owners.ts'

export interface MoneyRecords {
  /** A change of the account's balance, asked for by its owner: staff decide. */
  adjustment: string
  /** A price that the account's owner asked for, as staff would. */
  approval: string
  /** A price of the platform that has not begun. */
  price: string
  /** A package that the platform offers. */
  packageOffer: string
  /** One that the account bought. */
  package: string
  /** A payment that staff must look at. */
  payOrder: string
  /** A bank transfer that waits, and a picture of its slip. */
  transfer: string
  transferPicture: string
  /** A vendor's bill that differs from what stands here. */
  reconciliation: string
}

/** These, and a line of the account's bill. */
export async function buildMoney(t: TestApp, of: Of, owner: Member): Promise<MoneyRecords> {
  const names = { adjustment: newId(), approval: newId(), price: newId(), reconciliation: newId() }
  await t.services.db.asSystem((tx) => insertMoney(tx, of, owner, names))
  return {
    ...names,
    ...(await buildPackage(t, of, owner)),
    ...(await buildTransfer(t, of, owner)),
    payOrder: await buildPayOrder(t, of, owner),
  }
}

/** A platform has one row a day. */
let days = 0

async function insertMoney(
  tx: Tx,
  of: Of,
  owner: Member,
  names: Pick<MoneyRecords, 'adjustment' | 'approval' | 'price' | 'reconciliation'>,
) {
  await adjust(tx, { ...owner, id: newId(), purpose: 'gift', amount: 100, reason: '' })
  const canary = canaryOf(owner)
  await tx
    .insertInto('adjustment')
    .values({
      ...of,
      id: names.adjustment,
      purpose: 'gift',
      amount: 100,
      reference: '',
      reason: canary,
      askedBy: owner.personId,
      askedName: canary,
    })
    .execute()
  await tx
    .insertInto('approval')
    .values({
      id: names.approval,
      platformId: of.platformId,
      accountId: owner.accountId,
      kind: 'price',
      request: JSON.stringify({
        product: 'deposit.hash',
        tiers: [{ from: 1, amount: 100 }],
        partialPercent: 100,
        effectiveAt: null,
        note: '',
      }) as unknown as Json,
      askedBy: owner.personId,
      askedName: canary,
    })
    .execute()
  await tx
    .insertInto('price')
    .values({
      id: names.price,
      platformId: of.platformId,
      product: 'deposit.hash',
      tiers: JSON.stringify([{ from: 1, amount: 100 }]) as unknown as Json,
      beginsAt: new Date(Date.now() + 86_400_000 + Number.parseInt(names.price.slice(-6), 16)),
      personId: owner.personId,
      personName: canary,
    })
    .execute()
  await tx
    .insertInto('reconciliation')
    .values({
      id: names.reconciliation,
      platformId: of.platformId,
      channel: 'wechat',
      day: sql<Date>`date '2026-01-01' - ${++days}::int`,
      state: 'differs',
      differences: 1,
      comparedAt: new Date(),
    })
    .execute()
  await tx
    .insertInto('reconciliationDifference')
    .values({
      reconciliationId: names.reconciliation,
      kind: 'theirs-only',
      isPayback: false,
      number: canary,
      theirs: 1,
    })
    .execute()
}

async function buildPackage({ services: { db } }: TestApp, of: Of, owner: Member) {
  const ids = { packageOffer: newId(), package: newId() }
  const name = canaryOf(owner)
  const terms = { product: 'capture.web', units: 10, price: 100, validDays: 365 }
  await db.asSystem(async (tx) => {
    const by = { platformId: of.platformId, personId: owner.personId, personName: name }
    await tx
      .insertInto('packageOffer')
      .values({ ...terms, ...by, id: ids.packageOffer })
      .execute()
    await adjust(tx, { ...owner, id: newId(), purpose: 'gift', amount: terms.price, reason: '' })
  })
  await db.forAccount(of, (tx) =>
    sql`select buy_package(${ids.package}, ${newOrderNumber()}, ${newId()}, ${of.accountId}, ${owner.personId}, ${name}, ${ids.packageOffer}, ${ids.package})`.execute(
      tx,
    ),
  )
  return ids
}

async function buildTransfer({ services: { db, store } }: TestApp, of: Of, owner: Member) {
  const ids = { transfer: newId(), transferPicture: newId() }
  const canary = canaryOf(owner)
  const { sha256 } = await store.put(Readable.from([Buffer.from(canary)]))
  await db.asSystem((tx) =>
    tx
      .insertInto('uploadedFile')
      .values({
        ...of,
        id: ids.transferPicture,
        personId: owner.personId,
        scene: 'front',
        name: `${canary}.png`,
        mediaType: 'image/png',
        size: canary.length,
        sha256: Buffer.from(sha256, 'hex'),
        attachedAt: new Date(),
      })
      .execute(),
  )
  await db.forAccount(of, (tx) =>
    tx
      .insertInto('bankTransfer')
      .values({
        ...of,
        id: ids.transfer,
        number: newOrderNumber(),
        personId: owner.personId,
        personName: canary,
        amount: 100,
        payerName: canary,
        sentOn: sql<Date>`date '2026-01-02'`,
        pictures: [ids.transferPicture],
        uniqueId: ids.transfer,
      })
      .execute(),
  )
  return ids
}

/** A payment that staff must look at: its vendor says another amount. */
async function buildPayOrder({ services: { db } }: TestApp, of: Of, owner: Member): Promise<string> {
  const id = newId()
  await db.forAccount(of, (tx) =>
    tx
      .insertInto('payOrder')
      .values({
        ...of,
        id,
        number: newOrderNumber(),
        personId: owner.personId,
        personName: canaryOf(owner),
        purpose: 'recharge',
        amount: 100,
        channel: 'wechat',
        scene: 'qr',
        expiresAt: new Date(Date.now() + 3_600_000),
        uniqueId: id,
      })
      .execute(),
  )
  await db.asSystem((tx) => settle(tx, id, { vendorNumber: `V${id}`, fen: 1 }))
  return id
}

import { offerCalls, packageCalls } from '../../../../contract/payments/packages.ts'
import { statementCalls } from '../../../../contract/payments/statements.ts'
import { walletCalls } from '../../../../contract/payments/wallet.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { adjust } from '../../../../server/payments/ledger/ledger.service.ts'
import { act, nothing, type Scenes, type Stage } from '../stage.ts'

export function moneyScenes({ t, owner, administrator, must, bytes }: Stage): Scenes {
  const terms = { product: 'capture.web', units: 10, price: 100, validDays: 365 } as const
  const offered = () => must(offerCalls.add, { body: terms }, administrator)
  async function affordable() {
    await t.services.db.asSystem((tx) =>
      adjust(tx, { ...owner, id: newId(), purpose: 'gift', amount: terms.price, reason: '' }),
    )
    return offered()
  }
  return {
    'packageOffers.add': act(nothing, offered),
    'packageOffers.sell': act(offered, ({ id }) =>
      must(offerCalls.sell, { params: { id }, body: { onSale: false } }, administrator),
    ),
    'packages.buy': act(affordable, ({ id }) =>
      must(packageCalls.buy, { body: { offerId: id, quoted: terms.price, unique_id: newId() } }, owner),
    ),
    'statements.download': act(affordable, async () => {
      const { list } = await must(statementCalls.list, {}, owner)
      return bytes(statementCalls.download, { month: list[0]!.month }, { format: 'xlsx' }, owner)
    }),
    'wallet.alert': act(nothing, () => must(walletCalls.alert, { body: { alertBelow: 5_000 } }, owner)),
  }
}

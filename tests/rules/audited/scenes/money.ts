import { approvalCalls } from '../../../../contract/platform/approvals.ts'
import { offerCalls, packageCalls } from '../../../../contract/payments/packages.ts'
import { statementCalls } from '../../../../contract/payments/statements.ts'
import { staffTransferCalls, transferCalls } from '../../../../contract/payments/transfers.ts'
import { walletCalls } from '../../../../contract/payments/wallet.ts'
import { fileCalls } from '../../../../contract/platform/files.ts'
import { dataUrl, png } from '../../../kit/pictures.ts'
import { openBank, told } from '../../../payments/transfer-kit.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { adjust } from '../../../../server/payments/ledger/ledger.service.ts'
import { act, nothing, reason, type Scenes, type Stage } from '../stage.ts'

export function moneyScenes({ t, owner, operator, administrator, other, must, bytes }: Stage): Scenes {
  const terms = { product: 'capture.web', units: 10, price: 100, validDays: 365 } as const
  const asked = () => must(offerCalls.add, { body: terms }, administrator)
  async function offered() {
    const params = await asked()
    await must(approvalCalls.apply, { params }, other)
    return params
  }
  async function affordable() {
    await t.services.db.asSystem((tx) =>
      adjust(tx, { ...owner, id: newId(), purpose: 'gift', amount: terms.price, reason: '' }),
    )
    return offered()
  }
  async function sent() {
    await openBank(t, administrator)
    const { fileId: picture } = await must(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()) } }, owner)
    const { id } = await must(transferCalls.send, { body: told({ pictures: [picture] }) }, owner)
    return { id, picture }
  }
  return {
    'transfers.send': act(
      () => openBank(t, administrator),
      () => must(transferCalls.send, { body: told() }, owner),
    ),
    'transfers.withdraw': act(sent, ({ id }) => must(transferCalls.withdraw, { params: { id } }, owner)),
    'staffTransfers.picture': act(sent, (of) => bytes(staffTransferCalls.picture, of, {}, operator)),
    'staffTransfers.arrive': act(sent, ({ id }) =>
      must(staffTransferCalls.arrive, { params: { id }, body: { amount: 100, reference: newId() } }, operator),
    ),
    'staffTransfers.refuse': act(sent, ({ id }) =>
      must(staffTransferCalls.refuse, { params: { id }, body: { reason } }, operator),
    ),
    'packageOffers.add': act(nothing, asked),
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

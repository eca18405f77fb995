import { expect } from 'vitest'
import { addressCalls } from '../../../../contract/addresses/addresses.ts'
import { headerCalls } from '../../../../contract/invoices/headers.ts'
import { pathOf } from '../../../../contract/kit/call.ts'
import { messageChoiceCalls } from '../../../../contract/messages/choices.ts'
import { callbackCalls } from '../../../../contract/open-api/callbacks.ts'
import { keyCalls } from '../../../../contract/open-api/keys.ts'
import { exportCalls } from '../../../../contract/platform/exports.ts'
import { fileCalls } from '../../../../contract/platform/files.ts'
import { listViewCalls } from '../../../../contract/platform/list-views.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { newPublicKey } from '../../../kit/people/key-pairs.ts'
import { dataUrl, formOf, png } from '../../../kit/pictures.ts'
import { act, nothing, type Scenes, type Stage } from '../stage.ts'

export function platformScenes({ t, owner, must }: Stage): Scenes {
  const fuzhou = {
    provinceCode: '350000',
    cityCode: '350100',
    regionCode: '350102',
    detail: '某路 1 号',
    phone: '13711112222',
  }
  const header = async () =>
    (await must(headerCalls.create, { body: { headType: 'PERSONAL', title: newId() } }, owner)).id
  const address = async () =>
    (await must(addressCalls.create, { body: { ...fuzhou, name: newId().slice(0, 20) } }, owner)).id
  const view = async () =>
    (await must(listViewCalls.create, { body: { resource: 'evidence', name: newId(), query: '' } }, owner)).id
  const apiKey = async () => {
    const who = await t.member()
    return { who, id: (await must(keyCalls.create, { body: { name: '脚本', publicKey: newPublicKey() } }, who)).id }
  }
  const callingKey = async () => {
    const { who, id } = await apiKey()
    await t.services.db.forAccount(who, (tx) =>
      tx.updateTable('apiKey').set({ callbackUrl: 'https://example.com/' }).where('id', '=', id).execute(),
    )
    return { who, id }
  }

  return {
    'invoiceHeaders.create': act(nothing, header),
    'invoiceHeaders.update': act(header, (id) =>
      must(headerCalls.update, { params: { id }, body: { headType: 'PERSONAL', title: newId() } }, owner),
    ),
    'invoiceHeaders.remove': act(header, (id) => must(headerCalls.remove, { params: { id } }, owner)),
    'invoiceHeaders.removeMany': act(header, (id) => must(headerCalls.removeMany, { body: { ids: [id] } }, owner)),
    'invoiceHeaders.makeDefault': act(
      async () => {
        await header()
        return header()
      },
      (id) => must(headerCalls.makeDefault, { params: { id } }, owner),
    ),
    'invoiceHeaders.import': act(nothing, () =>
      must(headerCalls.import, { body: { rows: [{ headType: 'PERSONAL', title: newId() }], dryRun: false } }, owner),
    ),
    'addresses.create': act(nothing, address),
    'addresses.update': act(address, (id) =>
      must(addressCalls.update, { params: { id }, body: { ...fuzhou, name: '改名' } }, owner),
    ),
    'addresses.remove': act(address, (id) => must(addressCalls.remove, { params: { id } }, owner)),
    'addresses.removeMany': act(address, (id) => must(addressCalls.removeMany, { body: { ids: [id] } }, owner)),
    'addresses.makeDefault': act(
      async () => {
        await address()
        return address()
      },
      (id) => must(addressCalls.makeDefault, { params: { id } }, owner),
    ),
    'addresses.import': act(nothing, () =>
      must(addressCalls.import, { body: { rows: [{ ...fuzhou, name: newId().slice(0, 20) }], dryRun: false } }, owner),
    ),
    'listViews.create': act(nothing, view),
    'listViews.update': act(view, (id) =>
      must(listViewCalls.update, { params: { id }, body: { name: newId(), query: '' } }, owner),
    ),
    'listViews.remove': act(view, (id) => must(listViewCalls.remove, { params: { id } }, owner)),
    'exports.tell': act(nothing, () =>
      must(
        exportCalls.tell,
        { body: { resource: 'evidence', rows: 3, format: 'csv', query: '?status=failed' } },
        owner,
      ),
    ),
    'messageChoices.save': act(
      () => t.member(),
      (who) =>
        must(
          messageChoiceCalls.save,
          { body: { choices: [{ kind: 'subAdded', page: true, mail: true, sms: true }] } },
          who,
        ),
    ),
    'files.uploadPicture': act(nothing, () =>
      must(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()) } }, owner),
    ),
    'files.upload': act(nothing, async () =>
      expect(
        (
          await t.inject({ method: 'POST', url: pathOf(fileCalls.upload), ...formOf({ file: png() }, owner.token) })
        ).json(),
      ).toMatchObject({ success: true }),
    ),
    'apiKeys.create': act(nothing, apiKey),
    'apiKeys.update': act(apiKey, ({ who, id }) =>
      must(keyCalls.update, { params: { id }, body: { name: '改名' } }, who),
    ),
    'apiKeys.setStatus': act(apiKey, ({ who, id }) =>
      must(keyCalls.setStatus, { params: { id }, body: { status: 'DISABLED' } }, who),
    ),
    'callbacks.trial': act(callingKey, ({ who, id }) => must(callbackCalls.trial, { params: { id } }, who)),
    'callbacks.again': act(
      async () => {
        const { who, id } = await callingKey()
        return { who, id: (await must(callbackCalls.trial, { params: { id } }, who)).id }
      },
      ({ who, id }) => must(callbackCalls.again, { params: { id } }, who),
    ),
    'apiKeys.revoke': act(apiKey, ({ who, id }) => must(keyCalls.revoke, { params: { id } }, who)),
  }
}

import { expect } from 'vitest'
import { pathOf } from '../../../../contract/kit/call.ts'
import { messageChoiceCalls } from '../../../../contract/messages/choices.ts'
import { callbackCalls } from '../../../../contract/open-api/callbacks.ts'
import { keyCalls } from '../../../../contract/open-api/keys.ts'
import { registeredKeyCalls } from '../../../../contract/open-api/registered-keys.ts'
import { exportCalls } from '../../../../contract/platform/exports.ts'
import { fileCalls } from '../../../../contract/platform/files.ts'
import { listViewCalls } from '../../../../contract/platform/list-views.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { newPublicKey } from '../../../kit/people/key-pairs.ts'
import { dataUrl, formOf, png } from '../../../kit/pictures.ts'
import { act, nothing, type Scenes, type Stage } from '../stage.ts'

export function platformScenes({ t, owner, must }: Stage): Scenes {
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
    'registeredKeys.create': act(
      () => t.member(),
      (who) => must(registeredKeyCalls.create, { body: { name: '脚本', publicKey: newPublicKey() } }, who),
    ),
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

import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { Call } from '../../contract/kit/call.ts'
import { registeredKeyCalls } from '../../contract/open-api/registered-keys.ts'
import { SettingsFileError } from '../kit/settings/settings-file.ts'
import { defineSettings } from '../kit/settings/settings-group.ts'

/** First parts of all paths there are: a name that is one of them would be taken for a call that it is not. */
const taken = new Set(
  Object.values(calls)
    .flatMap((group) => Object.values(group) as Call[])
    .filter(({ registered }) => registered === undefined)
    .map(({ path }) => path.split('/')[0]!.toLowerCase()),
)

const names = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .refine(
      (all) => all.every((name) => /^[A-Za-z][\w-]{0,39}$/.test(name)),
      'words of letters, digits, _ and -, separated by commas',
    )
    .superRefine((all, judged) => {
      const others = all.filter((name) => taken.has(name.toLowerCase()))
      if (others.length) judged.addIssue(`calls of the service begin with ${others.join(', ')} already`)
    })

/** The words at which former clients reach key management. */
export const keyNames = defineSettings({
  shape: {
    SHIMAKAZE_KEY_LIST_NAMES: names(registeredKeyCalls.list.registered),
    SHIMAKAZE_KEY_CREATE_NAMES: names(registeredKeyCalls.create.registered),
  },
  read({ SHIMAKAZE_KEY_LIST_NAMES: list, SHIMAKAZE_KEY_CREATE_NAMES: create }) {
    const all = [...list, ...create]
    const twice = all.find((name, i) => all.indexOf(name) !== i)
    if (twice)
      throw new SettingsFileError(`SHIMAKAZE_KEY_LIST_NAMES, SHIMAKAZE_KEY_CREATE_NAMES: ${twice} stands twice`)
    return { list, create }
  },
})

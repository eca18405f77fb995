import type { ReadSettings, SettingsGroup } from '../../server/kit/settings/settings-group.ts'

/** Settings of a running service in the place of those that its environment gave. */
export const giveSettings = <T>({ groups }: ReadSettings, group: SettingsGroup<T>, settings: NoInfer<T>) =>
  void (groups as Map<SettingsGroup, unknown>).set(group, settings)

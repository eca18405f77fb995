import { BasicSetting } from '../accounts/settings/BasicSetting.tsx'
import { DataCard } from '../data-rights/parts/DataCard.tsx'
import { StorageCard } from '../evidence/StorageCard.tsx'

/** The account's basic settings, with the cards of domains above accounts. */
export function AccountSettings() {
  return (
    <BasicSetting>
      <StorageCard />
      <DataCard />
    </BasicSetting>
  )
}

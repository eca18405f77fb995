import { WaitingChanges } from '../../platform/parts/WaitingChanges.tsx'

/** Packages that another administrator has to agree to before they are sold. */
export const WaitingOffers = () => <WaitingChanges kind="offer" />

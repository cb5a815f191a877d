// The lazy part: everything of the wallets that a visitor sees. It mounts itself; the wallets have chunks of their own.

import { mountOverlay } from './mount-overlay'
import { demandUserData } from './user-data'

export { explain } from '@fieldhouse/wallets'
export { openLogin } from './login/modal-state'
export { leaveWallet, signAndSend, warmWallet } from './signed-in'
export { showToast } from './toasts/show'

mountOverlay()
demandUserData()

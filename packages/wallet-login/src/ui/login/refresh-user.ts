import { LOGIN_REFRESH_TICK, LOGIN_REFRESH_WINDOW } from '@fieldhouse/contract/constants'
import { getUser } from '@fieldhouse/wallet-login'
import { page } from '../page'

let timer: ReturnType<typeof setInterval> | undefined

/**
 * Reads the stored user again every second for up to 30 s (specification, section 4): a wallet's page may still write the
 * record. Ends when nobody is logged in any more; another sign-in begins it anew.
 */
export const refreshUser = (): void => {
  clearInterval(timer)
  let left = LOGIN_REFRESH_WINDOW / LOGIN_REFRESH_TICK
  timer = setInterval(() => {
    page().readUser()
    left -= 1
    if (left === 0 || getUser() === null) clearInterval(timer)
  }, LOGIN_REFRESH_TICK)
}

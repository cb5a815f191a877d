import { describe, expect, it } from 'vitest'
import { isAppleHandheld, returnPath } from './device'

const PAGE = 'https://play.test/football#packs'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = 'Chrome/142.0.0.0 Mobile Safari/537.36'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const device = (userAgent: string, isBrave = false) => userAgent + (isBrave ? ' Brave' : '')

describe('the way back from a wallet on the same device', () => {
  it.each([
    ['a computer', device(DESKTOP), PAGE],
    ['Chrome on iOS', device(`${IPHONE} CriOS/142.0 Mobile/15E148 Safari/604.1`), 'googlechrome://'],
    ['Firefox on iOS', device(`${IPHONE} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`), 'firefox:://'],
    ['Brave on iOS', device(`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, true), 'brave://'],
    ['Chrome on Android', device(`${ANDROID} ${CHROME}`), 'android-intent://com.android.chrome'],
    [
      'Firefox on Android',
      device('Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'),
      'android-intent://org.mozilla.firefox',
    ],
    ['Edge on Android', device(`${ANDROID} ${CHROME} EdgA/142.0`), 'android-intent://com.microsoft.emmx'],
    ['Opera on Android', device(`${ANDROID} ${CHROME} OPR/90.0`), 'android-intent://com.opera.browser'],
    ['Brave on Android', device(`${ANDROID} ${CHROME}`, true), 'android-intent://com.brave.browser'],
    [
      'an app on Android',
      device(`${ANDROID.replace('; K', '; K; wv')} Version/4.0 ${CHROME}`),
      'android-intent://webview',
    ],
    ['another browser on Android', device('Something (Android 15)'), PAGE],
  ])('%s', (_, browser, expected) => {
    expect(returnPath(PAGE, browser)).toBe(expected)
  })

  it('has a fragment that Safari on iOS has not seen', () => {
    const safari = device(`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`)
    const [one, other] = [returnPath(PAGE, safari), returnPath(PAGE, safari)]
    expect(one).toMatch(/^https:\/\/play\.test\/football#[\da-z]{8}$/)
    expect(one).not.toBe(other)
    expect(isAppleHandheld(safari)).toBe(true)
  })
})

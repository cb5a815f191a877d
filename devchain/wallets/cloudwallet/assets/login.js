import { answer, opener, say, settings, show, unopened } from './opener.js'

/** The login answer: the first object that waxjs receives, so nothing else may be posted before it. */
function accept(account, key) {
  answer({ verified: true, userAccount: account, pubKeys: [key], whitelistedContracts: [] })
  window.close()
}

function refuse() {
  answer({ verified: false })
  window.close()
}

const buttons = [...document.querySelectorAll('button[data-account]')]
const chosen = buttons.find((button) => button.dataset.account === settings.account)

const answers = {
  ask() {
    for (const button of buttons)
      button.addEventListener('click', () => accept(button.dataset.account, button.dataset.key))
    document.querySelector('#refuse').addEventListener('click', refuse)
    show('#choice', 'button[data-account]')
  },
  sign: () => accept(settings.account, chosen.dataset.key),
  refuse,
  never: () => say('This wallet is set to give no answer.'),
}

if (opener) answers[settings.answer]()
else say(unopened)

// The constants of the specification's section 9 that the browser uses, each once and with its unit. Those of the site and
// its networks are in Go, in plugins/site/settings; the table test beside this file lists both.

// Header, toasts and motion (section 2).

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION = 5000
/** Duration of an animation, in milliseconds. Section 9 does not say which: the longest there is, an opened pack: its strip and its first card's turn. */
export const ANIMATION_DURATION = 2000
/** From this width on the header is laid out flat, in CSS pixels for letters of 16: the shell's style sheet repeats it in ems, for CSS reads none. */
export const WIDE_BREAKPOINT = 1440

// Choices of the visitor (section 3).

/** The theme of somebody who chose none. */
export const DEFAULT_THEME = 'system'

// Logging in (section 4).

/** After a sign-in the stored user is read again for this long, in milliseconds. */
export const LOGIN_REFRESH_WINDOW = 30_000
/** Milliseconds between two of those reads. */
export const LOGIN_REFRESH_TICK = 1000
/** How long the cookie that Anchor leaves lasts, in milliseconds. */
export const ANCHOR_COOKIE_LIFETIME = 600_000

// Signing (sections 4 and 7).

/** A wallet that has not answered after this long is given up, in milliseconds. */
export const WALLET_SESSION_TIMEOUT = 120_000
/** A resource provider that has not answered after this long is done without, in milliseconds. */
export const RESOURCE_PROVIDER_TIMEOUT = 5000
/** The dialog 'Success!' closes after this long, in milliseconds. */
export const SUCCESS_DIALOG_DURATION = 1500
/** 'Copied' shows for this long, in milliseconds. */
export const COPIED_DURATION = 2000
/** The longest wait before a WebSocket is opened anew, in milliseconds. */
export const WEBSOCKET_RETRY_MAX = 10_000
/** A request up to this size goes into a wallet's trigger address, in bytes. */
export const TRIGGER_PAYLOAD_MAX = 700
/** The wallet link library whose protocol this is. */
export const WALLET_LINK_VERSION = '3.5.1'
/** Who brings transactions to the resource provider: its `ref`. The specification does not show the name. */
export const FUEL_REFERRER = 'fieldhouse'
// A message of text: for the first page that has one signed. The pages of section 2 have transactions and identities signed.

/** A string that is signed is hashed first. */
export const HASHES_MESSAGES = true
/** How a string becomes bytes when nothing else is said. */
export const STRING_ENCODING = 'utf8'

// Transactions (section 7).

/** A transaction refers to the block this far behind the head. */
export const BLOCKS_BEHIND = 3
/** A wallet's transaction expires after this long, in seconds. */
export const EXPIRE_SECONDS = 180
/** A Scatter-style wallet's transaction expires after this long, in seconds. */
export const SCATTER_EXPIRE_SECONDS = 30

// Reading data (section 7).

/** Rows of a page of the asset index; a page with fewer is the last. */
export const ASSET_PAGE_SIZE = 1000
/** Rows asked for when a balance is read. */
export const BALANCE_LIMIT = 10
/** Rows asked for when the median is read. */
export const MEDIAN_LIMIT = 1

// The polling helper (section 7): attempts a second apart, then 2 s, 3 s and so on.

/** Attempts that are a fixed time apart. */
export const POLLING_STEADY_ATTEMPTS = 6
/** Milliseconds between those; each wait after them is this much longer than the one before. */
export const POLLING_INTERVAL = 1000
/** The attempt at which polling gives up. */
export const POLLING_LAST_ATTEMPT = 11

import * as chainData from '@fieldhouse/chain-data'
import * as fieldhouseI18n from '@fieldhouse/i18n'
import * as walletLogin from '@fieldhouse/wallet-login'
import bundlerRuntime from '@module-federation/webpack-bundler-runtime'
import * as i18next from 'i18next'
import React from 'react'
import jsxRuntime from 'react/jsx-runtime'
import ReactDOM from 'react-dom'
import ReactDOMClient from 'react-dom/client'
import { I18nContext, I18nextProvider, initReactI18next, useTranslation } from 'react-i18next'

/** Version of each shared library by name, put in by `packages/build`. */
declare const SHARED_VERSIONS: Record<string, string>

/**
 * The part of react-i18next that is shared: its `Trans`, its higher-order components and its markup parser would be
 * 7 kB of every first page. An island that shows rich text brings `Trans` (`@fieldhouse/i18n/rich-text`), and `packages/build`
 * refuses a remote that imports another name.
 */
const REACT_I18NEXT = { __esModule: true, I18nContext, I18nextProvider, initReactI18next, useTranslation }

/**
 * Every library that no remote carries, with all four entries of React: what is not imported here remotes cannot get
 * (`Can not get 'react/jsx-runtime'`). CommonJS ones as their exports, as `require` would give them.
 * The same names as `SHARED_NAMES` in `packages/build`.
 */
const LIBRARIES: Record<string, unknown> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-dom/client': ReactDOMClient,
  i18next,
  'react-i18next': REACT_I18NEXT,
  '@fieldhouse/i18n': fieldhouseI18n,
  '@fieldhouse/chain-data': chainData,
  '@fieldhouse/wallet-login': walletLogin,
  '@module-federation/webpack-bundler-runtime': bundlerRuntime,
}

/** The shared libraries as the federation runtime takes them: singletons that are already there. */
export function sharedLibraries() {
  return Object.fromEntries(
    Object.entries(LIBRARIES).map(([name, library]) => {
      const version = SHARED_VERSIONS[name]
      if (version === undefined) throw new Error(`sharing ${name}: the build gave no version for it`)
      return [
        name,
        {
          version,
          lib: () => library,
          shareConfig: { singleton: true, eager: true, requiredVersion: `^${version}` },
        },
      ]
    }),
  )
}

import { copyText } from '@fieldhouse/contract/browser'
import { useTexts } from '@fieldhouse/i18n'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Answers } from './answers'
import s from './QuestionSearch.module.css'
import { searchTexts } from './search-texts'

export interface QuestionSearchProps {
  /** How many answers the page has. */
  all: number
}

/** The question that is typed is the headline; it shows the answers of the article that it stands in, and opens the one that the address names. */
export function QuestionSearch({ all }: QuestionSearchProps) {
  const { t } = useTexts(searchTexts)
  const field = useRef<HTMLInputElement>(null)
  const answers = useRef<Answers>(null)
  const [query, setQuery] = useState('')
  const [hits, setHits] = useState(all)
  const [copied, setCopied] = useState<HTMLElement | null>(null)
  const id = useId()
  const search = (typed: string) => {
    setQuery(typed)
    setCopied(null)
    setHits(answers.current?.show(typed, (count) => t('rest', { count })) ?? all)
  }
  const showAll = useEffectEvent(() => search(''))

  useEffect(() => {
    const page = field.current?.closest('article')
    if (!page) return
    const here = new Answers(page)
    answers.current = here
    const open = () => here.open(decoded(location.hash.slice(1)))
    // Whoever has begun to do something else meanwhile is left alone.
    if (document.activeElement === document.body) open()
    const over = new AbortController()
    addEventListener('hashchange', open, { signal: over.signal })
    // The fragment that the address has already changes nothing, and is followed all the same.
    page.addEventListener(
      'click',
      ({ target }) => {
        const link = (target as Element).closest('a')
        if (!link?.hash) return
        // A subject of which nothing was found is hidden, and nobody could be led there.
        if (page.querySelector(`[hidden] > [id="${CSS.escape(decoded(link.hash.slice(1)))}"]`)) showAll()
        if (link.href === location.href) open()
        // An answer's own address is pressed to be handed on.
        if (link.hash !== `#${link.closest('[itemprop="acceptedAnswer"]')?.id}`) return
        // Where it is not allowed, the address is in the window's bar.
        void copyText(link.href).then((isCopied) => isCopied && setCopied(link))
      },
      { signal: over.signal },
    )
    return () => {
      over.abort()
      here.show('', String)
    }
  }, [])

  useEffect(() => {
    if (copied) copied.dataset.copied = t('copied')
    return () => void delete copied?.dataset.copied
  }, [copied, t])

  const isAsking = query.trim() !== ''
  const status = !isAsking
    ? t('all', { count: all })
    : hits > 0
      ? t('hits', { count: hits, all, query: query.trim() })
      : t('none', { query: query.trim() })

  return (
    <search className={s.search}>
      <noscript>{t('unscripted')}</noscript>
      <div className={s.field}>
        <label className="fh-hidden" htmlFor={id}>
          {t('label')}
        </label>
        <input
          ref={field}
          id={id}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          placeholder={t('placeholder')}
          value={query}
          onChange={({ target }) => search(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && search('')}
        />
        <button
          type="button"
          hidden={!isAsking}
          onClick={() => {
            search('')
            field.current?.focus()
          }}
        >
          {t('clear')}
        </button>
      </div>
      <p className={s.status} role="status">
        {copied ? t('copied') : status}
      </p>
    </search>
  )
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

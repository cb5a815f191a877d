import { useAppData, useGatewayNow } from '@fieldhouse/chain-data'
import { openClaims } from '@fieldhouse/chain-data/client'
import { artOf, CardOutline, cardTexts, linkStyles, Pack, tierNamed } from '@fieldhouse/design'
import { cardsAtStart, type EditionCards, type OwnPack } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { OpenPacks } from '@fieldhouse/opening'
import { claimsPath } from '../paths'
import s from './FirstPack.module.css'
import { texts } from './texts'

/** How many packs hang behind the first at most: the rest is counted. */
const BEHIND = 2

export interface FirstPackProps {
  edition: EditionCards
  /** The oldest first; at least one. */
  packs: readonly OwnPack[]
  onStage: (isOpen: boolean) => void
}

/** What an account without cards sees while its packs are sealed: the newest on the beam, and one word to press. */
export function FirstPack({ edition, packs, onStage }: FirstPackProps) {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const now = useGatewayNow() ?? 0
  const claims = useAppData('availableDropsToClaim')
  const toCollect = claims ? openClaims(claims, now).length : 0
  const { look } = edition
  const newest = packs.toReversed()
  const [first] = newest
  if (!first) return null
  const least = tierNamed(String(first.least)) ?? 1
  const said = least > 1 ? 'insideLeast' : 'inside'
  return (
    <section className={s.first}>
      <div className={s.words}>
        <h2>{t('first')}</h2>
        <p role="status">
          {first.cards > 0 &&
            `${t(said, { count: first.cards, number: cardsAtStart(first.cards, language), tier: card(`tier${least}`) })} `}
          {t('firstText', { count: first.cards })}
        </p>
        <OpenPacks
          edition={edition}
          packs={newest}
          className={`${linkStyles.large} ${s.open}`}
          name={t('openIt')}
          onStage={onStage}
        />
        <div className={s.links}>
          <a className={linkStyles.text} href={`/${look.edition}/cards`}>
            {t('inIt')}
          </a>
          {toCollect > 0 && (
            <a className={linkStyles.text} href={claimsPath(look.edition)}>
              {t('toCollect')}: {toCollect}
            </a>
          )}
        </div>
      </div>
      <div className={s.hung}>
        {newest.slice(0, BEHIND + 1).map((pack) => (
          <Pack
            key={pack.id}
            look={look}
            name={pack.name}
            paint="floor"
            art={artOf({ id: pack.dropId, contents: pack })}
          />
        ))}
        {packs.length > 1 && <b>{t('firstMore', { number: formatNumber(packs.length - 1, language) })}</b>}
      </div>
      <div className={s.hook}>
        <CardOutline tier={5} />
      </div>
    </section>
  )
}

import { SiteLink } from '@fieldhouse/design'
import { itemMarks, List, listMark, type RootProps, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import s from './Footer.module.css'
import { texts } from './texts'

/** The footer (specification, section 2): the painted name, social links, copyright and credit. Markup, never script. */
export function Footer({ settings }: RootProps) {
  const { t } = useTexts(texts)
  const { product, developer } = settings
  return (
    <footer className={s.footer}>
      <div className={s.floor}>{listMark('floor')}</div>
      <div className={s.inside}>
        {/* The name fills the width, whatever its length. */}
        <svg className={s.word} viewBox="0 0 1000 153" aria-hidden="true">
          <text className="fh-numeral" x={-4} y={150} fontSize={208} textLength={1006} lengthAdjust="spacingAndGlyphs">
            {product}
          </text>
        </svg>
        <Socials />
        <div className={s.legal}>
          <p>
            {`© ${product}. ${t('developedBy')} `}
            <SiteLink href={developer.link} external>
              {developer.name}
            </SiteLink>
          </p>
          <nav aria-label={t('rules')}>
            <a href="/terms">{t('terms')}</a> <a href="/privacy">{t('privacy')}</a>{' '}
            <a href="/cookies">{t('cookies')}</a>
          </nav>
          <p className={s.invented}>{t('invented', { product })}</p>
          <noscript>
            <p>{t('script')}</p>
          </noscript>
        </div>
      </div>
    </footer>
  )
}

function Socials() {
  const { t } = useTexts(texts)
  const { settings } = useRoot()
  return (
    <nav aria-label={t('social')}>
      <ul className={s.socials}>
        <List name="socials" items={settings.socials} render={(social) => <SocialLink {...social} />} />
      </ul>
    </nav>
  )
}

interface SocialLinkProps {
  name: string
  link: string
  /** On desktop only (specification, section 2, Footer). */
  wide: boolean
}

function SocialLink({ name, link, wide }: SocialLinkProps) {
  return (
    <li className={wide ? s.wide : undefined}>
      <SiteLink href={link} external>
        {name}
      </SiteLink>
    </li>
  )
}

const marks = itemMarks('name', 'link')

/** The social links as the gateway repeats them. */
export const socialPartials = {
  socials: {
    link: () => <SocialLink {...marks} wide={false} />,
    wide: () => <SocialLink {...marks} wide />,
  },
}

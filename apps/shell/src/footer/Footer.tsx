import '@fieldhouse/design/floor.css'
import { SiteLink } from '@fieldhouse/design'
import { List, type RootProps, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { PaintedFloor } from '../looks/PaintedFloor'
import { texts } from '../texts'
import s from './Footer.module.css'
import { SocialLink } from './SocialLink'

/** The footer (specification, section 2): the painted name, social links, copyright and credit. Markup, never script. */
export function Footer({ page, settings }: RootProps) {
  const { t } = useTexts(texts)
  const { product, developer } = settings
  return (
    <footer className={s.footer}>
      <div className={s.floor}>
        <PaintedFloor look={page.footer ?? 'default'} />
      </div>
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
            {`© ${product}. ${t('footer.developedBy')} `}
            <SiteLink href={developer.link} external>
              {developer.name}
            </SiteLink>
          </p>
          <p>{t('footer.invented', { product })}</p>
        </div>
      </div>
    </footer>
  )
}

function Socials() {
  const { t } = useTexts(texts)
  const { settings } = useRoot()
  return (
    <nav aria-label={t('footer.social')}>
      <ul className={s.socials}>
        <List name="socials" items={settings.socials} render={(social) => <SocialLink {...social} />} />
      </ul>
    </nav>
  )
}

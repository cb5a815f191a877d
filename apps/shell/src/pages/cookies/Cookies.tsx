import { useTexts } from '@fieldhouse/i18n'
import { Fragment } from 'react'
import { LegalPage } from '../../legal/LegalPage'
import { type Place, STORED } from '../../legal/stored'
import { texts } from './texts'

const PLACES: readonly Place[] = ['cookie', 'local', 'session']

/** All that is kept in the browser: `STORED` is the list. */
export function Cookies() {
  const { t } = useTexts(texts)
  return (
    <LegalPage
      title={t('title')}
      opening={t('opening')}
      sections={[
        ...PLACES.map((place) => ({ id: place, title: t(`${place}.title`), says: <Kept place={place} /> })),
        { id: 'others', title: t('others.title'), says: [t('others.a'), t('others.b')] },
      ]}
    />
  )
}

function Kept({ place }: { place: Place }) {
  const { t } = useTexts(texts)
  const here = STORED.filter((one) => one.place === place)
  const purposes = [...new Set(here.map(({ purpose }) => purpose))]
  return (
    <dl>
      {purposes.map((purpose) => (
        <Fragment key={purpose}>
          <dt>
            {here
              .filter((one) => one.purpose === purpose)
              .map(({ name }) => (
                <Fragment key={name}>
                  <code>{name}</code>{' '}
                </Fragment>
              ))}
          </dt>
          <dd>{t(purpose)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

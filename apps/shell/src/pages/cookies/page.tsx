import { definePage } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { Fragment } from 'react'
import { LegalPage, texts as legalTexts } from '../../legal/LegalPage'
import { type Place, STORED } from '../../legal/stored'
import { texts } from './texts'

const PLACES: readonly Place[] = ['cookie', 'local', 'session', 'cache']

/** All that is kept in the browser: `STORED` is the list. */
function Cookies() {
  const { t } = useTexts(texts)
  const { t: legal } = useTexts(legalTexts)
  return (
    <LegalPage
      title={t('title')}
      opening={
        <>
          {t('opening')} <span data-tag="off">{t('untagged')}</span>
          <span hidden data-tag="on">
            {t('tagged')}
          </span>
        </>
      }
      sections={[
        ...PLACES.map((place) => ({ id: place, title: t(`${place}.title`), body: <StoredList place={place} /> })),
        { id: 'tag', title: legal('tag'), body: <Tag />, ofTag: true },
        { id: 'others', title: t('others.title'), body: [t('others.a'), t('others.b')] },
      ]}
    />
  )
}

/** What the gateway asks, and hears by `data-consent`: here the answer is seen and changed. */
function Tag() {
  const { t } = useTexts(texts)
  const { t: legal } = useTexts(legalTexts)
  return (
    <>
      <p>{legal('tagDoes')}</p>
      <dl>
        <dt>
          <code>fieldhouse.consent</code>
        </dt>
        <dd>{t('consent')}</dd>
        <dt>
          <code>_ga</code> <code>_ga_*</code>
        </dt>
        <dd>{t('visits')}</dd>
      </dl>
      <p role="status">
        <span hidden data-consent-said="yes">
          {t('saidYes')}
        </span>
        <span hidden data-consent-said="no">
          {t('saidNo')}
        </span>
      </p>
      <p>
        <button type="button" data-consent="yes">
          {t('yes')}
        </button>{' '}
        <button type="button" data-consent="no">
          {t('no')}
        </button>
      </p>
    </>
  )
}

function StoredList({ place }: { place: Place }) {
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

export const page = definePage({
  path: '/cookies',
  look: 'default',
  title: { en: 'Cookies', es: 'Cookies' },
  description: {
    en: 'Everything this site keeps in your browser, by name, with what it is for and when it ends.',
    es: 'Todo lo que este sitio guarda en tu navegador, por su nombre, para qué sirve y cuándo termina.',
  },
  Main: Cookies,
})

import { linkStyles, Pack } from '@fieldhouse/design'
import { itemMarks, type Partials } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import gate from './Gate.module.css'
import s from './Home.module.css'
import { homeTexts } from './texts'

/** What a drop is priced in, as the variants of the list call it; in dollars it has none. */
const PRICED = ['', '-wax', '-free', '-other'] as const

interface OpenDropProps {
  state: 'live' | 'live-paused' | 'soon'
  priced: (typeof PRICED)[number]
}

function Price({ priced }: Pick<OpenDropProps, 'priced'>) {
  const { t } = useTexts(homeTexts)
  const { usd, wax } = itemMarks('usd', 'wax')
  if (priced === '-other') return null
  if (priced === '-free') return <b>{t('gate.free')}</b>
  if (priced === '-wax') return <b>{`${wax} WAX`}</b>
  return (
    <>
      <b>{`$${usd}`}</b> <span>{`${wax} WAX`}</span>
    </>
  )
}

/** The first drop, with its pack and the gate's one button. */
function Lead({ state, priced }: OpenDropProps) {
  const { t } = useTexts(homeTexts)
  const marks = itemMarks(
    'name',
    'edition',
    'look',
    'page',
    'startsAt',
    'startsText',
    'pause',
    'least',
    'cards',
    'print',
  )
  const { name, edition, look, page, startsAt, startsText, pause, ...art } = marks
  return (
    <li className={gate.lead} data-state={state} data-floor={look}>
      <Pack look={look} name={name} paint="floor" art={art} />
      <p className={gate.state}>
        {t(`gate.${state}`)}
        {state === 'soon' && <time dateTime={startsAt}>{startsText}</time>}
      </p>
      <h3>
        {name}
        <span className="fh-hidden">{`, ${edition}`}</span>
      </h3>
      {state === 'live-paused' ? (
        <p className={gate.pause}>{pause}</p>
      ) : (
        <p className={gate.price}>
          <Price priced={priced} />
        </p>
      )}
      <a className={linkStyles.button} href={page}>
        {t('gate.see')}
      </a>
    </li>
  )
}

/** Another drop, in a line. */
function Line({ state, priced }: OpenDropProps) {
  const { t } = useTexts(homeTexts)
  const { name, edition, page, startsAt, startsText } = itemMarks('name', 'edition', 'page', 'startsAt', 'startsText')
  return (
    <li className={gate.line} data-state={state}>
      <a href={page}>
        {name}
        <span className="fh-hidden">{`, ${edition}`}</span>
      </a>
      {state !== 'live-paused' && (
        <p className={gate.price}>
          <Price priced={priced} />
        </p>
      )}
      <p className={gate.state}>
        {state !== 'soon' ? (
          t(`gate.${state}`)
        ) : (
          <>
            <span className="fh-hidden">{`${t('gate.opens')} `}</span>
            <time dateTime={startsAt}>{startsText}</time>
          </>
        )}
      </p>
    </li>
  )
}

function Message({ text }: { text: 'gate.empty' | 'gate.unread' | 'posts.empty' | 'posts.unread' }) {
  const { t } = useTexts(homeTexts)
  return <li className={gate.message}>{t(text)}</li>
}

const open = PRICED.flatMap((priced) =>
  // What is paused has one form, whatever it is priced in.
  (priced ? (['live', 'soon'] as const) : (['live', 'live-paused', 'soon'] as const)).flatMap((state) => [
    [`${state}${priced}`, () => <Line state={state} priced={priced} />] as const,
    [`${state}${priced}-lead`, () => <Lead state={state} priced={priced} />] as const,
  ]),
)

function Post() {
  const { page, title, excerpt, category, publishedAt, day, month } = itemMarks(
    ...(['page', 'title', 'excerpt', 'category', 'publishedAt', 'day', 'month'] as const),
  )
  return (
    <li className={s.post}>
      <time dateTime={publishedAt}>
        <b className={s.day}>{day}</b> {month}
      </time>
      <div lang="en">
        <h3>
          <a href={page}>{title}</a>
        </h3>
        <p>{excerpt}</p>
      </div>
      <p className={s.category} lang="en">
        {category}
      </p>
    </li>
  )
}

/** The heading counts the floors. */
function Title({ count }: { count: (typeof COUNTS)[number] }) {
  const { t } = useTexts(homeTexts)
  return <h1>{t(`title.${count}`)}</h1>
}

/** The way to a floor. */
function Stop() {
  const { edition, name, number } = itemMarks('edition', 'name', 'number')
  return (
    <a href={`#floor-${edition}`}>
      <b data-floor={edition} aria-hidden="true">
        {number}
      </b>
      {name}
    </a>
  )
}

const COUNTS = ['none', 'one', 'two', 'three', 'four'] as const

/** The floors, what is on sale, and what was written last, as the gateway repeats them. */
export const homePartials: Partials = {
  'floors.count': Object.fromEntries(COUNTS.map((count) => [count, () => <Title count={count} />])),
  'floors.lift': { floor: () => <Stop /> },
  'drops.open': {
    ...Object.fromEntries(open),
    empty: () => <Message text="gate.empty" />,
    unread: () => <Message text="gate.unread" />,
  },
  'posts.latest': {
    post: () => <Post />,
    empty: () => <Message text="posts.empty" />,
    unread: () => <Message text="posts.unread" />,
  },
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Banners } from '../parts/Banners.tsx'
import { Previewed } from '../parts/Previewed.tsx'
import { useChainClaim } from '../parts/platform.ts'
import { SiteShell } from '../parts/SiteShell.tsx'
import { ActivityCard } from './ActivityCard.tsx'
import { Counters } from './Counters.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { LatestNews } from './LatestNews.tsx'
import { Partners } from './Partners.tsx'
import { Products } from './Products.tsx'
import { Shot } from './Shot.tsx'

const reasons = ['stamp', 'log', 'chain', 'offline'] as const
/** The words of a chain that is set up and holds nothing yet are others; where none is set up, nothing is said of one. */
const chainText = { writes: 'chain.text', begins: 'chain.begins' } as const

interface WaysProps {
  first: string
  second: string
  children: readonly [string, string]
}

/** Where to go from here, and where else. */
const Ways = ({ first, second, children: [chief, other] }: WaysProps) => (
  <p className="buttons">
    <Link className="button primary" to={first}>
      {chief}
    </Link>
    <Link className="button" to={second}>
      {other}
    </Link>
  </p>
)

export function Home() {
  const { t } = useTranslation(['site'])
  const claim = useChainClaim()
  const isSaid = claim === 'writes' || claim === 'begins'
  return (
    <SiteShell
      title={t('site:home.title')}
      description={t('site:home.lead')}
      facts={{ picture: '/pictures/share.png' }}
    >
      <Previewed />
      <Banners place="HOME_TOP" />
      <section className="hero">
        <div>
          <h1>{t('site:home.headline')}</h1>
          <p className="lead">{t('site:home.lead')}</p>
          <Ways first="/registry" second="/website-show/query">
            {[t('site:home.register'), t('site:home.check')]}
          </Ways>
        </div>
        <Shot name="evidence" first />
      </section>
      <Counters />
      <HowItWorks />
      <Products />
      <section className="home-part" aria-labelledby="why">
        <h2 id="why">{t('site:home.why.title')}</h2>
        <ul className="points">
          {reasons.map((name) =>
            name === 'chain' && !isSaid ? null : (
              <li key={name}>
                <h3>{t(`site:home.why.${name}.title`)}</h3>
                <p>{t(`site:home.why.${name === 'chain' && isSaid ? chainText[claim] : (`${name}.text` as const)}`)}</p>
              </li>
            ),
          )}
        </ul>
      </section>
      <LatestNews />
      <section className="home-part" aria-labelledby="lawyers">
        <h2 id="lawyers">{t('site:home.lawyers.title')}</h2>
        <p className="lead">{t('site:home.lawyers.text')}</p>
        <Ways first="/website-show/lawyers" second="/website-show/lawyers#case">
          {[t('site:home.lawyers.find'), t('site:home.lawyers.ask')]}
        </Ways>
      </section>
      <Partners />
      <section className="home-end">
        <h2>{t('site:home.end.title')}</h2>
        <p className="lead">{t('site:home.end.text')}</p>
        <Ways first="/registry" second="/website-show/help-document">
          {[t('site:home.register'), t('site:home.end.help')]}
        </Ways>
      </section>
      <ActivityCard />
    </SiteShell>
  )
}

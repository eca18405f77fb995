import '../kit/plain/tokens.css'
import './console.css'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { type Bean, sessionCalls } from '../../contract/accounts/session.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { type SessionPlatform, sessionPlatformOf } from '../../contract/platform/session-platform.ts'
import { createBusy } from '../../dataProvider/busy.ts'
import { createClient } from '../../dataProvider/client.ts'
import { keepPlatform, readPlatform } from '../kit/plain/kept-platform.ts'
import { markSignedIn } from '../kit/plain/signed-in-mark.ts'
import { startWords } from '../kit/plain/i18n.ts'
import { App, type Session } from './App.tsx'
import { loadDomains } from './domains.tsx'
import { accountOfTab, forgetAccountOfTab, setAccountOfTab } from './account-of-tab.ts'
import { toLogin } from './forget-session.ts'
import { hasUnsavedWork } from '../kit/drafts/unsaved-work.ts'
import { askToProve } from './asked/prove-again.ts'
import { askToSignIn } from './asked/sign-in-again.ts'
import { wordLoaders } from '../kit/resource/word-loaders.ts'

let account = accountOfTab()
let bean: Bean | undefined
let platform: SessionPlatform | undefined = readPlatform()

const busy = createBusy()
const client = createClient({
  busy: busy.begin,
  language: () => i18next.language,
  account: () => account,
  platform: () => platform?.notaryId,
  words: (key, params) => i18next.t(`transport.${key}`, params as never) as unknown as string,
  // Forms keep what was typed and survive the way to the login page; work that is under way would not.
  onSessionGone: async () => (bean && hasUnsavedWork() ? askToSignIn(bean.userId) : (toLogin(), false)),
  onProofNeeded: askToProve,
})

async function start() {
  await startWords(wordLoaders)
  const root = createRoot(document.getElementById('root')!)
  try {
    const [signedIn, known] = await Promise.all([whoActs(), platform ?? loadPlatform()])
    // What was kept may have changed since: whoever comes next finds it.
    if (platform) void loadPlatform().catch(() => {})
    platform = known
    bean = signedIn
    account = bean.accountId
    setAccountOfTab(account)
    markSignedIn()
    const session: Session = { bean, platform, ...(await loadDomains(bean.rights)) }
    root.render(<App key={bean.accountId} session={session} client={client} busy={busy} />)
  } catch (error) {
    if ((error as { code?: string }).code !== 'session-gone')
      root.render(<StartFailed message={(error as Error).message} />)
  }
}

/** Kept for the session; a page of the website that is written anew brings it anew. */
async function loadPlatform() {
  const loaded = sessionPlatformOf(await client.call(dictionaryCalls.dictionary), window.location.origin)
  keepPlatform(loaded)
  return loaded
}

/** Who acts, in the account of this tab; in the first where the person has no part in it, or none any more. */
async function whoActs() {
  try {
    return await client.call(sessionCalls.bean)
  } catch (error) {
    if ((error as { code?: string }).code !== 'account-not-yours' || !account) throw error
    forgetAccountOfTab()
    account = undefined
    return client.call(sessionCalls.bean)
  }
}

function StartFailed({ message }: { message: string }) {
  return (
    <main className="skz-main">
      <h1>{i18next.t('failed')}</h1>
      <p>{message}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {i18next.t('retry')}
      </button>{' '}
      <a href="/login">{i18next.t('signInAgain')}</a>
    </main>
  )
}

void start()

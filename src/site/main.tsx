import '../kit/tokens.css'
import './site.css'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { startWords } from '../kit/i18n.ts'
import { Home } from './Home.tsx'
import { NotFound } from './NotFound.tsx'
import { loadPlatform, PlatformContext } from './platform.ts'
import { wordLoaders } from './words.ts'

const Login = lazy(async () => ({ default: (await import('../accounts/public/Login.tsx')).Login }))
const Registry = lazy(async () => ({ default: (await import('../accounts/public/Registry.tsx')).Registry }))
const Query = lazy(async () => ({ default: (await import('../certificates/public/Query.tsx')).Query }))
const SharedCertificate = lazy(async () => ({ default: (await import('../certificates/public/SharedCertificate.tsx')).SharedCertificate }))
const Legal = lazy(async () => ({ default: (await import('./Legal.tsx')).Legal }))
const Exception = lazy(async () => ({ default: (await import('./Exception.tsx')).Exception }))

const router = createBrowserRouter([
  { path: '/', element: <Home /> },
  { path: '/website-show/home', element: <Home /> },
  { path: '/website-show/query', element: <Query /> },
  { path: '/login', element: <Login /> },
  { path: '/registry', element: <Registry /> },
  { path: '/attestation-share/:token', element: <SharedCertificate /> },
  { path: '/service-agreement', element: <Legal key="agreement" page="agreement" /> },
  { path: '/privacy-one', element: <Legal key="privacy" page="privacy" /> },
  { path: '/exception', element: <Exception /> },
  { path: '*', element: <NotFound /> },
])

async function start() {
  const [platform] = await Promise.all([loadPlatform(), startWords(wordLoaders)])
  createRoot(document.getElementById('root')!).render(
    <PlatformContext value={platform}><Suspense fallback={null}><RouterProvider router={router} /></Suspense></PlatformContext>,
  )
}

void start()

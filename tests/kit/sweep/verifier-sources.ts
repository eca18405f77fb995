import { libraries } from './deal.ts'

/** Code that makes packages and judges them: where none of it changed, long tests of it take turns, and fewer bytes of packages are flipped. */
export const verifierSources = [
  'contract/evidence/',
  'contract/kit/',
  ...libraries,
  'proof/',
  ...['captures', 'certificates', 'evidence', 'kinds', 'kit', 'registry', 'trust'].map((name) => `server/${name}/`),
  'tests/certificates/',
  'tests/kit/',
  'tests/trust/',
]

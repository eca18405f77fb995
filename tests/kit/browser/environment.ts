/** This process's environment without what a test runner or another installation left in it: programs start as a user starts them. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^(SHIMAKAZE_|VITEST|DATABASE_|VITE_)|^(NODE_ENV|NODE_OPTIONS|PORT|HOST|TEST|DEV|PROD|MODE|SSR|BASE_URL)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}

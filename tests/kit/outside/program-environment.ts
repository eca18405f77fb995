/** What a program of ours needs of this process's environment to start: nothing that a test run left in it. */
export const programEnvironment = (): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  // Compiled once a run, and not by each of the programs that tests start.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
})

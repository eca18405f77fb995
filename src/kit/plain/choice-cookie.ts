const yearSeconds = 365 * 86_400

/** What somebody chose in this browser; the server reads it with each page. */
export const keptChoice = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export function keepChoice(name: string, choice: string) {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the store for cookies is not in every browser that we serve
  document.cookie = `${name}=${choice}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
}

interface Props {
  urls: readonly string[]
  /** What each shows, for whoever does not see it. */
  nameOf(n: number): string
}

/** Small pictures in a row; each opens whole in a window of its own. */
export function Pictures({ urls, nameOf }: Props) {
  if (!urls.length) return null
  return (
    <ul className="skz-plain skz-pictures">
      {urls.map((url, i) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer noopener">
            <img src={url} alt={nameOf(i + 1)} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}

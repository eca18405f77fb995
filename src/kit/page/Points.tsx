/** Points one after the other, as papers number them. */
export function Points({ list }: { list: readonly string[] }) {
  return (
    <ol className="skz-points">
      {list.map((point, i) => (
        <li key={i} className="skz-long">
          {point}
        </li>
      ))}
    </ol>
  )
}

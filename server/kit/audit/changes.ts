/** What a save changed, for the record: field by field, from and to. */
export function changesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { changes: Record<string, { from: unknown; to: unknown }> } {
  const changed = Object.keys(after).filter((k) => before[k] !== after[k])
  return { changes: Object.fromEntries(changed.map((k) => [k, { from: before[k] ?? null, to: after[k] ?? null }])) }
}

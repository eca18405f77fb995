/** Lines as a hand drew them, each `x, y, x, y …`, in a field of `signatureField`. */
export type Strokes = number[][]
export const signatureField = { width: 1_000, height: 320 } as const
/** A hand that writes a name draws some hundred points. */
export const mostStrokes = { lines: 60, numbers: 6_000 } as const

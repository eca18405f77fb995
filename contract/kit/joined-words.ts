const ofKind = /^kind-/

interface WithJoins {
  joins?: Record<string, object>
}

/**
 * Words that a domain says where others read them: `"joins": { "audit": { … }, "api": { … } }` in its own file is joined to the
 * words of those names. The file of one kind of evidence, `kind-<kind>.json`, holds nothing else.
 */
export const joinedWords = (files: Record<string, object>): [namespace: string, words: object][] =>
  Object.entries(files).flatMap(([file, words]) =>
    Object.entries(ofKind.test(file) ? (words as Record<string, object>) : ((words as WithJoins).joins ?? {})),
  )
